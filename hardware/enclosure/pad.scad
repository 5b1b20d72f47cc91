// Vote pad of one seat: a fist, a palm or an elbow set down anywhere on the plate closes one microswitch.
// One file, all parts; show or export one with  -D 'part="base"'.  mm and newton.
// Print the base floor down, plate and lid top down; no supports.

part = "exploded";
SEAT = 8;            // the number in the lid
$fn = 24;
include <shapes.scad>

/* [Size] */
W = 120;             // left to right
D_PAD = 100;         // front to back, under the plate
D_BOX = 44;          // box behind it: jacks and lamp
R = 6;
H_BOX = 24;
GAP = 1.0;           // between plate and wall
PLATE_T = 5;
COVER_T = 2;         // EVA or felt glued on

/* [Force: four springs round four M3 screws] */
K = 0.36;            // N/mm each: wire 0.45, outside 6, 6.5 active coils
FREE = 12;           // length of a free spring
PRELOAD = 2.5;       // mm that it is shorter at rest
TRIP = 1.1;          // mm of plate travel in the centre where the switch is set to close
CENTRE = 2.2;        // mm to the stop in the centre: before the switch's lever is at its end
TRAVEL = 3.0;        // mm to the stops at the edges, which a press beside the centre needs
DAMP = 1.0;          // felt or EVA dots on all stops
PLATE_N = 0.6;       // weight of plate and cover

SX = 46; SY = 36;    // screws, from the plate's centre
WEB = 2.0;           // what a screw's head pulls against
JACK_X = 26;

bore_h = M3_HEAD[1] + TRAVEL + 0.5;         // the head sinks in here when pressed
boss_h = bore_h + WEB;
seat_z = boss_h + FREE - PRELOAD;           // underside of the plate at rest
top_z = seat_z + PLATE_T;
wall_h = seat_z + 1;                        // the wall hides the gap
D = D_PAD + D_BOX;
cy = D_PAD/2;                               // the plate's centre
hole_z = seat_z - TRIP - SWITCH_OP;         // of the switch, where it trips as wanted
stop_z = seat_z - TRAVEL - DAMP;

// The plate turns about the far edge or corner, so the centre moves half of what the pressed place moves.
f_centre = 4*K*(PRELOAD + TRIP) + SWITCH_N - PLATE_N;
f_edge = 2*K*(PRELOAD + 2*TRIP) + (SWITCH_N - PLATE_N)/2;
f_corner = K*(PRELOAD + 2*TRIP) + K*(PRELOAD + TRIP) + (SWITCH_N - PLATE_N)/2;
echo(height = top_z + COVER_T, centre_n = f_centre, edge_n = f_edge, corner_n = f_corner);
assert(f_corner > 2.9 && f_centre < 5.1, "trip force leaves 3 to 5 N");
assert(TRAVEL >= 2*TRIP + 0.6, "a press on the edge meets the stop before the switch closes");
assert(CENTRE - TRIP <= SWITCH_OT && CENTRE >= TRIP + 0.8, "the switch's lever is crushed, or not reached");
assert(TRIP > SWITCH_MD + 0.2, "the switch may stay closed when the hand is gone");
assert(FREE - PRELOAD - TRAVEL > 5, "the springs go solid before the stops");
assert(top_z + COVER_T - TRAVEL > wall_h + 2, "fingers could be pinched");
assert(top_z + COVER_T <= 25 && H_BOX <= 25, "too high for a wrist");
assert(H_BOX - FLOOR - WALL >= KEY_W + 3, "no room for a jack on its side");
assert(hole_z - SWITCH_BASE > FLOOR + 1 && hole_z - 1 > FLOOR + SWITCH_BASE, "no room under the switch");

module at_screws() for (x = [-SX, SX], y = [-SY, SY]) translate([W/2 + x, cy + y, 0]) children();
module at_feet() for (x = [34, W - 34], y = [10, D - 10]) translate([x, y, 0]) children();
module at_lid_screws() for (x = [8, W - 8]) translate([x, D_PAD + D_BOX/2, 0]) children();
module at_jacks() for (s = [-1, 1]) translate([W/2 + s*JACK_X, D, H_BOX/2]) rotate([0, 0, 180]) rotate([0, 90, 0]) translate([0, 0, -KEY_FACE/2]) children();

module block(x, y, w, d, h) translate([x, y, 0]) cube([w, d, h]);

module base() difference() {
    union() {
        slab(W, D, FLOOR, R);
        ring(W, D, wall_h, R);
        intersection() {                                       // the box behind is higher
            union() { ring(W, D, H_BOX - WALL, R); block(0, D_PAD, W, WALL, H_BOX - WALL); block(W/2 - JACK_X - 15, D - KEY_T, 2*JACK_X + 30, KEY_T, H_BOX - WALL); }
            block(0, D_PAD, W, D_BOX, H_BOX);
        }
        at_screws() cylinder(d = 12, h = boss_h);              // spring seats
        for (y = [cy - SY - 2, cy + SY - 2]) block(W/2 - 8, y, 16, 4, stop_z);
        for (x = [12, W - 16]) block(x, cy - 8, 4, 16, stop_z);
        block(W/2 - 13, cy + 3, 26, 4, seat_z - CENTRE - DAMP); // carries the switch, is the stop in the centre
        at_lid_screws() cylinder(d = 8, h = H_BOX - WALL);
        for (x = [W/2 - 8, W/2 + 4]) block(x, D_PAD + 8, 4, 4, 10); // posts for a cable tie
    }
    at_screws() { translate([0, 0, -1]) cylinder(d = fit(M3_HEAD[0] + 0.8), h = bore_h + 1); translate([0, 0, -1]) cylinder(d = fit(M3), h = 99); }
    for (x = [-SWITCH_HOLES/2, SWITCH_HOLES/2]) translate([W/2 + x, cy + 2, 0]) hull() for (z = [-1, 1]) // trip height is set here
        translate([0, 0, hole_z + z]) rotate([-90, 0, 0]) cylinder(d = fit(2.3), h = 6);
    at_jacks() keystone();
    translate([0, 0, FLOOR]) block(W/2 - 6, D_PAD - 1, 12, WALL + 2, 99);   // wires to the switch
    translate([0, 0, H_BOX - WALL - INSERT_M3[1]]) at_lid_screws() hole(INSERT_M3);
    at_feet() translate([0, 0, -0.01]) cylinder(d = fit(FOOT[0]), h = FOOT[1]);
    for (x = [WALL + 2.6, W - WALL - 2.6 - 3.4]) translate([x, cy - 13, -1]) cube([3.4, 26, FLOOR + 2]); // a 25 mm strap: lap, armrest, tray
}

module plate() {                                               // as it lies in the pad
    w = W - 2*(WALL + GAP); d = D_PAD - WALL - 2*GAP;
    difference() {
        translate([WALL + GAP, WALL + GAP, 0]) {
            linear_extrude(4.6, convexity = 8) rounded(w, d, 4);
            translate([0, 0, 4.6]) linear_extrude(PLATE_T - 4.6, convexity = 8) offset(-0.4) rounded(w, d, 4);
        }
        at_screws() {
            translate([0, 0, -1]) cylinder(d = fit(INSERT_M3[0]), h = 5.6);
            translate([0, 0, -1]) difference() { cylinder(d = 7.2, h = 1.8); cylinder(d = 5.2, h = 9); }  // keeps the spring centred
        }
    }
}

LID_T = WALL;
module lid_outline() intersection() { rounded(W, D, R); translate([0, D_PAD]) square([W, D_BOX]); }
module lid_round(screw) {
    translate([W/2, D_PAD + D_BOX/2]) circle(d = fit(LED_D));
    for (x = [8, W - 8]) translate([x, D_PAD + D_BOX/2]) circle(d = fit(screw));
}
module at_number() translate([W/2 - 14 - number_w(SEAT, 18), D_PAD + D_BOX/2 - 9]) children();
module lid() {
    linear_extrude(LID_T - 0.8, convexity = 8) difference() { lid_outline(); lid_round(M3); }
    translate([0, 0, LID_T - 0.8]) linear_extrude(0.8, convexity = 8) difference() {
        lid_outline();
        lid_round(M3);
        at_number() number(SEAT, 18, 2.4);
    }
}

// Gauge. Laid across the side walls, tongue down: the switch has to click just now. Laid flat on the wall
// beside the plate: both have to be level.
module gauge() {
    linear_extrude(top_z - wall_h, convexity = 8) translate([1, 0]) square([W - 2, 14]);
    translate([W/2 - 20, 0, top_z - wall_h]) linear_extrude(wall_h - seat_z + TRIP) square([40, 14]);
}

// ---- pictures

module bought(e = 0) {
    at_screws() { translate([0, 0, boss_h + e*0.5]) spring(FREE - PRELOAD + e*0.08); translate([0, 0, bore_h - M3_HEAD[1] - e]) screw_m3(16); }
    translate([W/2, cy + 3 - 6.4, hole_z + e*0.4]) microswitch();
    translate([0, e, 0]) at_jacks() jack();
    translate([W/2, D_PAD + D_BOX/2, H_BOX - 3 + e*0.4]) led();
    at_feet() translate([0, 0, -e]) foot();
}
module cover() color("#2b4a6f") translate([WALL + GAP + 1, WALL + GAP + 1, 0]) slab(W - 2*(WALL + GAP + 1), D_PAD - WALL - 2*GAP - 2, COVER_T, 4);
module whole(e = 0) {
    color("#8a8f98") base();
    bought(e);
    translate([0, 0, seat_z + e*1.2]) color("#d8dbe0") plate();
    translate([0, 0, top_z + e*1.8]) cover();
    translate([0, 0, H_BOX - WALL + e*1.2]) {
        color("#8a8f98") lid();
        color("white") translate([0, 0, LID_T - 0.7]) linear_extrude(0.71) at_number() number(SEAT, 18, 2.4);
    }
}

if (part == "base") base();
else if (part == "plate") translate([0, D_PAD, PLATE_T]) rotate([180, 0, 0]) plate();
else if (part == "lid") translate([0, D, LID_T]) rotate([180, 0, 0]) lid();
else if (part == "assembled") whole();
else if (part == "open") { color("#8a8f98") base(); bought(); }
else if (part == "section") difference() { whole(); translate([-1, -1, -30]) cube([W/2 - SX + 1, 300, 90]); }
else if (part == "gauge") gauge();
else if (part == "gauging") { color("#8a8f98") base(); bought(); color("#e0b040") translate([0, cy + 7, wall_h + top_z - wall_h]) rotate([180, 0, 0]) gauge(); }
else if (part == "jack_test") translate([0, 0, 4]) difference() { translate([-11, 0, -4]) cube([22, KEY_T, 30]); keystone(); }  // one opening, to try a jack in
else whole(28);
