// Button box of a seat, for games without fists: a lit 30 mm arcade button, on the same jack as a pad.
// Print the body top down, the bottom flat; no supports.

part = "assembled";
$fn = 24;
include <shapes.scad>

KEY = ARCADE_30;
W = 64;
D = 78;
H = 62;
TOP = 3;
R = 6;
JACK_Z = FLOOR + 3;
LEDGE = H - JACK_Z - KEY_HIGH - 3;
KEY_AT = [W/2, 26];
SCREWS = [[8, 8], [W - 8, 8], [W/2, D - KEY_T - 3.5]];

assert(JACK_Z + 17 < H - KEY[2] || KEY_AT[1] + KEY[0]/2 < D - KEY_LONG, "button and jacks meet");

module body() difference() {
    union() {
        slab(W, D, TOP, R);                                       // as it is printed: top down
        ring(W, D, H, R);
        intersection() { slab(W, D, H, R); rotate([90, 0, 90]) linear_extrude(W) polygon([  // no ledge in the air
            [D - WALL, LEDGE - KEY_T + WALL], [D - KEY_T, LEDGE], [D - KEY_T, H], [D, H], [D, LEDGE - KEY_T + WALL]]); }
        for (s = SCREWS) translate([s[0], s[1], 0]) cylinder(d = 9, h = H - FLOOR);
    }
    translate([KEY_AT[0], KEY_AT[1], -1]) cylinder(d = fit(KEY[0]), h = 9);
    for (x = [-14, 14]) translate([W/2 + x, D, H - JACK_Z]) rotate([0, 180, 180]) keystone();
    translate([WALL + 0.2, WALL + 0.2, H - FLOOR]) slab(W - 2*WALL - 0.4, D - 2*WALL - 0.4, 9, R - WALL);
    for (s = SCREWS) translate([s[0], s[1], 0]) hole(INSERT_M3, H - FLOOR - INSERT_M3[1]);
}
module bottom() linear_extrude(FLOOR, convexity = 8) difference() {
    translate([WALL + 0.4, WALL + 0.4]) rounded(W - 2*WALL - 0.8, D - 2*WALL - 0.8, R - WALL);
    for (s = SCREWS) translate(s) circle(d = fit(M3));
}
module whole() {
    translate([0, 0, H]) mirror([0, 0, 1]) color("#8a8f98") body();
    color("#d8dbe0") bottom();
    translate([KEY_AT[0], KEY_AT[1], H]) arcade(KEY, "#f6a11a");
    for (x = [-14, 14]) translate([W/2 + x, D, JACK_Z]) rotate([0, 0, 180]) jack();
    for (s = SCREWS) translate([s[0], s[1] + (s[1] < D/2 ? 12 : -14), 0]) foot();
}

if (part == "body") body();
else if (part == "bottom") bottom();
else if (part == "below") rotate([180, 0, 0]) translate([0, 0, H]) mirror([0, 0, 1]) body();
else whole();
