// What the printed parts have in common. A body is a pile of flat layers wherever it can be: those print
// without supports and are quick to compute.

WALL = 2.4;          // six lines of a 0.4 mm nozzle
FLOOR = 2.4;
include <bought.scad>

module rounded(w, d, r) offset(r) offset(delta = -r) square([w, d]);
module slab(w, d, h, r) linear_extrude(h, convexity = 8) rounded(w, d, r);
module ring(w, d, h, r, wall = WALL) linear_extrude(h, convexity = 8) difference() {
    rounded(w, d, r);
    translate([wall, wall]) rounded(w - 2*wall, d - 2*wall, max(r - wall, 0.6));
}
function fit(d) = d/cos(180/$fn);           // a hole of flats is as wide as the round one at its narrowest
module hole(size, at = 0) translate([0, 0, at]) cylinder(d = fit(size[0]), h = size[1] + 0.01);

// Negative of a keystone jack. Its face is at y = 0, inwards is +y; z = 0 is the lower edge of the face.
module keystone() translate([-KEY_W/2, 0, 0]) rotate([90, 0, 90]) linear_extrude(KEY_W, convexity = 8) polygon([
    [-1, 0], [KEY_LIP, 0], [KEY_LIP, -KEY_LOW], [KEY_POCKET, -KEY_LOW], [KEY_POCKET, 0], [KEY_T + 1, 0],
    [KEY_T + 1, KEY_BACK], [KEY_POCKET, KEY_BACK], [KEY_POCKET, KEY_HIGH], [KEY_LIP + 2.2, KEY_HIGH],
    [KEY_LIP, KEY_FACE], [-1, KEY_FACE]]);

// Digits of seven bars: no font is needed, and a finger reads them. Lower left corner at the origin.
BARS = ["abcdef", "bc", "abged", "abgcd", "fgbc", "afgcd", "afgedc", "abc", "abcdefg", "abcdfg"];
function digit_w(h) = h*0.5;
function number_w(n, h) = n >= 10 ? digit_w(h)*2.35 : digit_w(h);
module bar(c, h, t) {
    w = digit_w(h);
    if (c == "a") translate([0, h - t]) square([w, t]);
    if (c == "b") translate([w - t, h/2 - t/2]) square([t, h/2 + t/2]);
    if (c == "c") translate([w - t, 0]) square([t, h/2 + t/2]);
    if (c == "d") square([w, t]);
    if (c == "e") square([t, h/2 + t/2]);
    if (c == "f") translate([0, h/2 - t/2]) square([t, h/2 + t/2]);
    if (c == "g") translate([0, h/2 - t/2]) square([w, t]);
}
module digit(n, h, t) for (c = BARS[n]) bar(c, h, t);
module number(n, h, t) {
    if (n >= 10) digit(floor(n/10), h, t);
    translate([n >= 10 ? digit_w(h)*1.35 : 0, 0]) digit(n % 10, h, t);
}
