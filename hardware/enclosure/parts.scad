// What the boxes hold, roughly: for the pictures alone, never printed.
include <sizes.scad>

module board(size, thick = 1.6) {
    color("#2f6f4f") cube([size[0], size[1], thick]);
}

// A panel under its lid, the glass upwards.
module panel() {
    translate([seat_panel_at[0] - seat_board[0] / 2, seat_panel_at[1] - seat_board[1] / 2, -seat_panel_thick - 1.2]) {
        color("#1f4f8f") cube([seat_board[0], seat_board[1], 1.2]);
        for (i = [-1.5 : 1.5]) translate([seat_board[0] / 2 + i * 2.54 - 0.3, seat_board[1] - 2.1, -7])
            color("#d9b038") cube([0.6, 0.6, 8]);
        translate([seat_board[0] / 2 - 5.1, seat_board[1] - 3.1, -2.5]) color("#222222") cube([10.2, 2.5, 2.5]);
    }
    color("#111111") translate([seat_glass_at[0], seat_glass_at[1], -seat_panel_thick / 2])
        cube([seat_glass[0] - 2 * slack, seat_glass[1] - 2 * slack, seat_panel_thick - 0.1], center = true);
}

// A push button in its hole, and its nut.
module button() {
    color("#b03030") translate([0, 0, lid]) cylinder(d = seat_key_head, h = 2);
    color("#c04040") translate([0, 0, lid + 2]) cylinder(d = seat_key_head - 5, h = 3);
    color("#222222") translate([0, 0, -14]) cylinder(d = seat_key_hole - 0.8, h = 14 + lid);
    color("#cccccc") translate([0, 0, -3]) cylinder(d = seat_key_nut, h = 2.8, $fn = 6);
    for (x = [-4, 4]) color("#d9b038") translate([x - 1.4, -0.3, -seat_key_below]) cube([2.8, 0.6, seat_key_below - 14]);
}

module lamp() {
    color("#e04020") {
        translate([0, 0, 1]) cylinder(d = 5, h = 5);
        translate([0, 0, 6]) sphere(d = 5);
        translate([0, 0, -1]) cylinder(d = 5.9, h = 1);
    }
    color("#cccccc") {
        translate([-1.5, -0.25, -17]) cube([0.5, 0.5, 16]);
        translate([1, -0.25, -14]) cube([0.5, 0.5, 13]);
    }
}

// A header with its shroud, its pins across; its middle at the origin.
module shroud(pins) {
    color("#222222") difference() {
        translate([-(pins * 2.54 + 7.6) / 2, -4.5, 0]) cube([pins * 2.54 + 7.6, 9, 9]);
        translate([-(pins * 2.54 + 5.2) / 2, -3.2, 1.5]) cube([pins * 2.54 + 5.2, 6.4, 9]);
        translate([-2.2, -5, 1.5]) cube([4.4, 3, 9]);
    }
    color("#d9b038") for (i = [0 : pins - 1], y = [-1.27, 1.27])
        translate([(i - (pins - 1) / 2) * 2.54 - 0.3, y - 0.3, 1]) cube([0.6, 0.6, 7]);
}

// The Pi on its posts: header away from the front.
module pi() {
    translate([middle_pi_at[0], middle_pi_at[1], floor + middle_post_height]) {
        board(middle_pi_board, 1.4);
        color("#222222") translate([7, middle_pi_board[1] - 6.1, 1.4]) cube([51, 5.1, 2.5]);
        color("#d9b038") for (i = [0 : 19], y = [-1.27, 1.27])
            translate([32.5 + (i - 9.5) * 2.54 - 0.3, middle_pi_board[1] - 3.5 + y - 0.3, 1.4]) cube([0.6, 0.6, 8.5]);
        color("#c0c0c0") for (x = [11.2, 26, 39.5]) translate([x - 4, -1, 1.4]) cube([8, 7.5, 3.2]);
        if (len(middle_side) > 0) color("#c0c0c0") for (y = [9, 27, 45.75])
            translate([middle_pi_board[0] - 15, y - 7, 1.4]) cube([18, 14, 15]);
        color("#222222") translate([22, 25, 1.4]) cube([15, 15, 2]);
    }
}

// The hub on its posts, with what stands out of it.
module hub() {
    translate([middle_hub_at[0] - middle_hub_board[0] / 2, middle_hub_at[1] - middle_hub_board[1] / 2, floor + middle_post_height]) {
        board(middle_hub_board);
        for (part = middle_hub_sockets) translate([part[0], part[1], 1.6]) shroud(part[2]);
        for (part = middle_hub_modules) color("#203f70")
            translate([part[0] - part[2] / 2, part[1] - part[3] / 2, 4]) cube([part[2], part[3], 1.6]);
    }
}

module speaker() {
    translate([middle_speaker_at[0], middle_speaker_at[1], -20]) color("#333333") {
        translate([0, 0, 15]) cylinder(d = middle_speaker - 0.6, h = 5);
        translate([0, 0, 4]) cylinder(d1 = 26, d2 = middle_speaker - 3, h = 11);
        cylinder(d = 26, h = 5);
    }
}
