// What is bought, in mm: the sizes that the printed parts are made round, and dummies for the pictures.
// Where a size comes from stands in printing.md; measure yours before printing ten of anything.

// RJ45 keystone jack: one opening for every jack of the table
KEY_W = 15.2;        // body 14.9 to 15.0 wide
KEY_FACE = 16.6;     // height of the opening in front
KEY_BACK = 20.2;     // behind, where the latch bends past
KEY_LOW = 1.3;       // pocket of the fixed lug, below
KEY_HIGH = 21.4;     // pocket of the latch, above
KEY_LIP = 2.0;       // thickness in front of the pockets
KEY_POCKET = 8.4;    // depth at which the pockets end
KEY_T = 9.8;         // depth of the whole opening
KEY_LONG = 33;       // jack, from its face to its cap

// arcade buttons: hole, flange, depth under the panel with its terminals
ARCADE_24 = [24.2, 28, 34];
ARCADE_30 = [30.2, 33.5, 38];

// lever microswitch of the SS-5GL kind: 19.8 x 6.4 x 10.2, two holes 9.5 apart, 2.9 over its base
SWITCH_HOLES = 9.5;
SWITCH_BASE = 2.9;
SWITCH_OP = 8.8;     // it closes with the lever this high over its holes, +-0.8
SWITCH_OT = 1.2;     // and then takes this much more, not less
SWITCH_MD = 0.8;     // it opens again after this much at most
SWITCH_N = 0.5;      // and needs this force at most

// screws, heat-set inserts
M3 = 3.4;            // clearance
M3_HEAD = [5.7, 1.7];               // button head, ISO 7380
INSERT_M3 = [4.0, 5.0];             // hole for an insert of 4.0 to 4.6 mm length
INSERT_M25 = [3.4, 5.0];
FOOT = [12, 1.2];    // rubber foot: diameter, how deep it sits

// Raspberry Pi 3B+, 4, 5: board, holes; the Zero 2 W has two of the holes and two more
PI = [85, 56, 1.5];
PI_HOLES = [58, 49];
PI_ZERO = 23;        // its holes are this far apart, across
PI_EDGE = 3.5;       // from two edges to the first hole
PI_TALL = 16.2;      // highest plug socket above the board

LED_D = 10.2;        // 10 mm lamp
SOCKET_D = 16.2;     // GX16 socket and 16 mm push button
GLAND_D = 12.6;      // PG7 cable gland

module jack() {      // face at y = 0, inwards is +y, like keystone()
    color("#20242a") difference() {
        union() {
            translate([-7.4, 0, 0.1]) cube([14.8, KEY_LONG, 16.4]);
            translate([-7.4, 8.6, 16]) cube([14.8, 1, 4.8]);
            translate([-7.4, 8.6, 16]) rotate([-6, 0, 0]) cube([14.8, 12, 1.2]);
        }
        translate([-6, -1, 3]) cube([12, 12, 7.5]);
        translate([-3, -1, 10]) cube([6, 12, 2.6]);
    }
}
module arcade(size, cap = "#d33") {          // flange on z = 0
    color("#222") translate([0, 0, -size[2] + 8]) cylinder(d = size[0] - 0.6, h = size[2] - 8);
    color("silver") for (x = [-5, 5]) translate([x - 2, -0.4, -size[2]]) cube([4, 0.8, 9]);
    color("#222") difference() { cylinder(d = size[1], h = 3); translate([0, 0, 1]) cylinder(d = size[0] - 3, h = 9); }
    color(cap) cylinder(d = size[0] - 4, h = 5.5);
}
module microswitch() {                       // holes at z = 0, lever up
    color("#333") translate([-9.9, 0, -SWITCH_BASE]) cube([19.8, 6.4, 10.2]);
    color("silver") translate([-8, 1.7, 7.4]) rotate([0, -8, 0]) cube([20, 3, 0.4]);
    color("silver") for (x = [-8.5, -0.5, 8]) translate([x, 2.8, -SWITCH_BASE - 2]) cube([0.6, 0.8, 2.2]);
}
module led() {
    color("#f6a11a") { cylinder(d = 10, h = 6); translate([0, 0, 6]) sphere(d = 10); }
    color("#f6a11a") translate([0, 0, -0.5]) cylinder(d = 11, h = 1.2);
    color("silver") for (x = [-1.3, 1.3]) translate([x, 0, -9]) cylinder(d = 0.6, h = 9);
}
module spring(h) color("silver") for (i = [0 : 6]) translate([0, 0, 0.3 + i*(h - 0.6)/6]) rotate_extrude($fn = 24) translate([2.8, 0]) circle(d = 0.5, $fn = 6);
module screw_m3(long) color("#555") { cylinder(d = M3_HEAD[0], h = M3_HEAD[1]); cylinder(d = 3, h = long + M3_HEAD[1]); }
module foot() color("#333") translate([0, 0, -1.8]) cylinder(d = 11.8, h = 3);
module pi() {        // corner at the origin, plugs of the long side at y = 0, USB at x = 85
    color("#2e7d46") difference() {
        cube(PI);
        for (x = [0, PI_HOLES[0]], y = [0, PI_HOLES[1]]) translate([PI_EDGE + x, PI_EDGE + y, -1]) cylinder(d = 2.7, h = 9);
    }
    color("silver") {
        for (y = [9, 27]) translate([70, y - 6.6, 1.5]) cube([17.5, 13.2, 15.6]);
        translate([66, 45.75 - 8, 1.5]) cube([21.3, 16, 13.6]);
        translate([11.2 - 4.5, -1.2, 1.5]) cube([9, 7.4, 3.2]);
        for (x = [26, 39.5]) translate([x - 3.3, -1.2, 1.5]) cube([6.6, 7.8, 3.2]);
    }
    color("#222") { translate([7.1, 50, 1.5]) cube([50.8, 5, 8.6]); translate([22, 20, 1.5]) cube([15, 15, 2]); }
}
