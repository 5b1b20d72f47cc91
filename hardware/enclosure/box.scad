// The table's box: Raspberry Pi, table board, ten seat jacks, two bus jacks, the judge's socket, shutdown button.
// Print the tray floor down, the lid top down; no supports. Fits a bed of 220 x 220 mm.

part = "open";
ZERO = false;        // true: posts for a Zero 2 W
$fn = 24;
include <shapes.scad>

W = 216;             // seen from the front, where the judge sits
D = 150;
H = 66;              // without the lid
R = 6;
LID_T = 3;

BOARD = [150, 90];   // the table board, a perforated board of 9 x 15 cm
BOARD_HOLES = [144, 84];
BOARD_AT = [WALL + 1, 13];
POST = 6;            // boards lie this high over the floor
PI_AT = [W - WALL - 0.8 - PI[1], D - WALL - 1 - PI[0]];   // USB to the back, power to the right
PITCH = 22;          // jacks, side by side
ROW = 30;            // and one over the other: a thumb finds the latch
ROWS = [5, 5 + ROW];
COLUMN = 18;         // centre of the left column, seen from the front
BUS = COLUMN + 4*PITCH + 30;
BLOCK = BUS + 11;    // the thick part of the back wall ends here
SOCKET = [170, 34];  // judge's socket in the front wall: x, z
BUTTON = [27, 34];   // shutdown button in the right wall: y, z
DIGIT = 6;           // height of the numbers over the jacks
SCREWS = [[7, 7], [W - 7, 7], [W - 7, 50], [6, D - KEY_T/2], [COLUMN + 4*PITCH + 15, D - KEY_T/2]];

assert(W <= 220 && D <= 220, "larger than the bed");
assert(BOARD_AT[1] > SCREWS[0][1] + 5, "board and screw post overlap");
assert(PI_AT[1] > SCREWS[2][1] + 5 && BUTTON[0] + 11 < SCREWS[2][1] - 5, "Pi, button and screw post overlap");
assert(BOARD_AT[0] + BOARD[0] < PI_AT[0], "board and Pi overlap");
assert(BOARD_AT[1] + BOARD[1] + 10 < D - KEY_LONG, "no room for the wires behind the jacks");
assert(ROWS[1] + KEY_HIGH + 1.6 + DIGIT + 1 <= H, "the upper row and its numbers do not fit");
assert(POST + FLOOR + PI[2] + PI_TALL + 20 < H, "no room for a cooler over the Pi");

module block(x, y, z, w, d, h) translate([x, y, z]) cube([w, d, h]);
module pi_holes() for (a = [0, PI_HOLES[0]], b = [0, ZERO ? PI_ZERO : PI_HOLES[1]])
    translate([W - WALL - 0.8 - PI_EDGE - b, PI_AT[1] + PI_EDGE + a, 0]) children();
module board_holes() for (x = [0, BOARD_HOLES[0]], y = [0, BOARD_HOLES[1]])
    translate([BOARD_AT[0] + (BOARD[0] - BOARD_HOLES[0])/2 + x, BOARD_AT[1] + (BOARD[1] - BOARD_HOLES[1])/2 + y, 0]) children();
// Seat n, as it is read from behind: 1 to 5 in the upper row, left to right.
function jack_at(n) = [COLUMN + PITCH*(4 - (n - 1) % 5), n <= 5 ? ROWS[1] : ROWS[0]];
module at_seats() for (n = [1 : 10]) translate([jack_at(n)[0], D, jack_at(n)[1]]) rotate([0, 0, 180]) children();
module at_numbers() for ($n = [1 : 10]) translate([jack_at($n)[0] + number_w($n, DIGIT)/2, D, jack_at($n)[1] + KEY_HIGH + 1.6])
    rotate([90, 0, 180]) children();
module at_bus() for (z = ROWS) translate([BUS, D, z]) rotate([0, 0, 180]) children();
module at_corners() for (x = [16, W - 16], y = [16, D - 16]) translate([x, y, 0]) children();

module floor_vents() for (i = [0 : 6]) translate([PI_AT[0] + 8, PI_AT[1] + 15 + i*8]) square([40, 3]);

module tray() difference() {
    union() {
        linear_extrude(FLOOR, convexity = 8) difference() { rounded(W, D, R); floor_vents(); }
        ring(W, D, H, R);
        intersection() { slab(W, D, H, R); block(0, D - KEY_T, 0, BLOCK, KEY_T, H); }
        pi_holes() cylinder(d = 6.5, h = FLOOR + POST);
        board_holes() cylinder(d = 8, h = FLOOR + POST);
        intersection() { slab(W, D, H, R); for (i = [0 : 2]) translate([SCREWS[i][0], SCREWS[i][1], 0]) cylinder(d = 9, h = H); }
    }
    pi_holes() hole(INSERT_M25, FLOOR + POST - INSERT_M25[1]);
    board_holes() hole(INSERT_M3, FLOOR + POST - INSERT_M3[1]);
    for (s = SCREWS) translate([s[0], s[1], 0]) hole(INSERT_M3, H - INSERT_M3[1]);
    at_seats() keystone();
    at_bus() keystone();
    at_numbers() translate([0, 0, -0.8]) linear_extrude(1) number($n, DIGIT, 1.1);
    block(PI_AT[0] + 1, D - WALL - 1, FLOOR + POST + 1, PI[1] - 2.6, WALL + 2, PI_TALL + 1.5);            // USB, network
    block(W - WALL - 1, PI_AT[1] + 3, FLOOR + POST - 1.5, WALL + 2, 59, 14);                               // power, HDMI
    translate([SOCKET[0], -1, SOCKET[1]]) rotate([-90, 0, 0]) cylinder(d = fit(SOCKET_D), h = WALL + 2);
    translate([W - WALL - 1, BUTTON[0], BUTTON[1]]) rotate([0, 90, 0]) cylinder(d = fit(SOCKET_D), h = WALL + 2);
    at_corners() translate([0, 0, -0.01]) cylinder(d = fit(FOOT[0]), h = FOOT[1]);
}

module lid() linear_extrude(LID_T, convexity = 8) difference() {
    rounded(W, D, R);
    for (s = SCREWS) translate(s) circle(d = fit(M3));
    for (i = [0 : 8]) translate([PI_AT[0] + 8, PI_AT[1] + 7 + i*8]) square([40, 3]);
    for (i = [0 : 5]) translate([24 + i*8, 44]) square([3, 40]);
    translate([BOARD_AT[0] + 106.6, BOARD_AT[1] + 46.4]) { circle(d = 3); for (a = [0 : 60 : 300]) rotate(a) translate([7, 0]) circle(d = 3); }  // the buzzer is under it
}

// ---- pictures

module table_board() {
    color("#b5793b") block(0, 0, 0, BOARD[0], BOARD[1], 1.6);
    color("#222") { block(20, 62, 1.6, 36, 7, 4); block(66, 62, 1.6, 23, 7, 4); block(96, 62, 1.6, 23, 7, 4); block(118, 6, 1.6, 9, 51, 9); }
    color("#d9c08a") for (i = [0 : 16]) block(10 + i*6, 14, 1.6, 2.4, 2.4, 8);
    color("#4a86b8") for (i = [0 : 9]) block(10 + i*8, 40, 1.6, 4, 4, 12);
    color("#eee") for (i = [0 : 9]) block(10 + i*13, 80, 1.6, 10.5, 5.5, 8);
    color("#444") translate([106.6, 46.4, 1.6]) cylinder(d = 23, h = 6);
}
module numbers() color("white") at_numbers() translate([0, 0, -0.5]) linear_extrude(0.51) number($n, DIGIT, 1.1);
module bought(e = 0) {
    translate([0, e*1.6, 0]) { at_seats() jack(); at_bus() jack(); }
    translate([BOARD_AT[0], BOARD_AT[1], FLOOR + POST + e]) table_board();
    translate([W - WALL - 0.8, PI_AT[1], FLOOR + POST + e]) rotate([0, 0, 90]) pi();
    translate([SOCKET[0], -e, SOCKET[1]]) rotate([-90, 0, 0]) { color("silver") { translate([0, 0, -8]) cylinder(d = 15, h = 24); translate([0, 0, -2]) cylinder(d = 19, h = 2); } }
    translate([W + e, BUTTON[0], BUTTON[1]]) rotate([0, 90, 0]) { color("#222") { translate([0, 0, -22]) cylinder(d = 15, h = 22); cylinder(d = 18, h = 2); } color("#d33") cylinder(d = 11, h = 4); }
    at_corners() translate([0, 0, -e]) foot();
}

if (part == "tray") tray();
else if (part == "lid") translate([0, D, LID_T]) rotate([180, 0, 0]) lid();
else if (part == "closed") { color("#8a8f98") tray(); numbers(); bought(); translate([0, 0, H]) color("#d8dbe0") lid(); }
else { color("#8a8f98") tray(); bought(); }
