// The judge's box: six keys in a row on a wedge, and the collars that make UNDO and CONFIRM hard to hit by mistake.
// Print the body face down, the bottom flat, the collars flat; no supports.

part = "assembled";
$fn = 24;
include <shapes.scad>

KEY = ARCADE_24;     // or ARCADE_30
PITCH = 34;
W = 5*PITCH + 42;
D = 92;
TILT = 10;
TOP = 3;             // thickness of the face
R = 6;
V = 38;              // keys, up the face from its front edge
H_FRONT = max(30, KEY[2] + 5 + FLOOR - V*sin(TILT));
H_BACK = H_FRONT + D*tan(TILT);
GLAND = [W/2 + 70, 22];
LABEL = [5*PITCH + 30, 10];          // recess for a strip of paper: the words in the table's language
SCREWS = [[9, 9], [W - 9, 9], [9, D - 9], [W - 9, D - 9]];
COLLAR_UNDO = 2;     // over the key's flange
COLLAR_CONFIRM = 4.5;

assert(W <= 220, "larger than the bed");
assert(PITCH - KEY[1] - 4 >= 0, "collars touch");
assert(D/cos(TILT) - V - KEY[1]/2 > 32, "no room for marks and label");

module under_face(deeper = 0) translate([0, 0, H_FRONT]) rotate([TILT, 0, 0]) translate([-20, -40, -150 - deeper]) cube([W + 40, D + 100, 150]);
module on_face() translate([0, 0, H_FRONT]) rotate([TILT, 0, 0]) children();
module at_keys() for (i = [0 : 5]) translate([W/2 + (i - 2.5)*PITCH, V, 0]) children();

// A mark over each key, for a finger: next, foul, yes, no, undo, confirm.
module mark(i) {
    if (i == 0) polygon([[-4, -5], [-4, 5], [5, 0]]);
    if (i == 1) { translate([-1.2, -1.5]) square([2.4, 6.5]); translate([-1.2, -5]) square([2.4, 2.4]); }
    if (i == 2) polygon([[-5, 0], [-3.3, 1.7], [-1.5, 0], [4, 5.5], [5.7, 3.8], [-1.5, -3.4]]);
    if (i == 3) for (a = [45, -45]) rotate(a) square([13, 2.4], center = true);
    if (i == 4) polygon([[4, -5], [4, 5], [-5, 0]]);
    if (i == 5) difference() { square(10, center = true); square(5.2, center = true); }
}

module body() difference() {
    union() {
        difference() {
            intersection() { slab(W, D, 80, R); under_face(); }
            intersection() { translate([WALL, WALL, -1]) slab(W - 2*WALL, D - 2*WALL, 90, R - WALL); under_face(TOP); }
        }
        intersection() { slab(W, D, 80, R); under_face(); for (s = SCREWS) translate([s[0], s[1], FLOOR]) cylinder(d = 10, h = 80); }
    }
    for (s = SCREWS) translate([s[0], s[1], 0]) hole(INSERT_M3, FLOOR);
    on_face() {
        at_keys() translate([0, 0, -9]) cylinder(d = fit(KEY[0]), h = 20);
        for (i = [0 : 5]) translate([W/2 + (i - 2.5)*PITCH, V + KEY[1]/2 + 11, -0.8]) linear_extrude(2) mark(i);
        translate([(W - LABEL[0])/2, D/cos(TILT) - LABEL[1] - 5, -0.5]) cube([LABEL[0], LABEL[1], 2]);
    }
    translate([GLAND[0], D - WALL - 1, GLAND[1]]) rotate([-90, 0, 0]) cylinder(d = fit(GLAND_D), h = WALL + 2);
}
module bottom() linear_extrude(FLOOR, convexity = 8) difference() {
    translate([WALL + 0.3, WALL + 0.3]) rounded(W - 2*WALL - 0.6, D - 2*WALL - 0.6, R - WALL);
    for (s = SCREWS) translate(s) circle(d = fit(M3));
}
// Lies under the flange of a key and is held by it; the rim stands over the flange.
module collar(rim) difference() {
    cylinder(d = KEY[1] + 4, h = 1.2 + 3 + rim);
    translate([0, 0, -1]) cylinder(d = fit(KEY[0] + 0.2), h = 99);
    translate([0, 0, 1.2]) cylinder(d = fit(KEY[1] + 0.6), h = 99);
}

module whole() {
    color("#8a8f98") body();
    color("#d8dbe0") bottom();
    on_face() {
        for (i = [0 : 5]) translate([W/2 + (i - 2.5)*PITCH, V, i < 4 ? 0 : 1.2]) arcade(KEY, ["#3a3", "#d33", "#eee", "#eee", "#eee", "#eee"][i]);
        translate([W/2 + 1.5*PITCH, V, 0]) color("#d8dbe0") collar(COLLAR_UNDO);
        translate([W/2 + 2.5*PITCH, V, 0]) color("#d8dbe0") collar(COLLAR_CONFIRM);
        color("white") for (i = [0 : 5]) translate([W/2 + (i - 2.5)*PITCH, V + KEY[1]/2 + 11, -0.7]) linear_extrude(0.3) mark(i);
        color("white") translate([(W - LABEL[0])/2, D/cos(TILT) - LABEL[1] - 5, -0.4]) cube([LABEL[0], LABEL[1], 0.2]);
    }
    for (s = SCREWS) translate([s[0], s[1] + (s[1] < D/2 ? 12 : -12), 0]) foot();
    translate([GLAND[0], D, GLAND[1]]) rotate([-90, 0, 0]) color("#222") { cylinder(d = 18, h = 5, $fn = 6); cylinder(d = 14, h = 14); translate([0, 0, 12]) cylinder(d = 6, h = 30); }
}

if (part == "body") rotate([180, 0, 0]) rotate([-TILT, 0, 0]) translate([0, 0, -H_FRONT]) body();
else if (part == "bottom") bottom();
else if (part == "collars") { collar(COLLAR_UNDO); translate([KEY[1] + 10, 0, 0]) collar(COLLAR_CONFIRM); }
else if (part == "below") rotate([180, 0, 0]) body();
else whole();
