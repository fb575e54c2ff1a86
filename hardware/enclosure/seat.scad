// A seat's box. part: "base", "lid", or "both" to look at. The sizes are made from ../enclosure.toml.
include <sizes.scad>
use <shapes.scad>

part = "both";

module base() {
    difference() {
        box(seat_width, seat_depth, seat_height);
        translate([seat_width / 2 - seat_slot[0] / 2, seat_depth - wall - 1, seat_height - seat_slot[1]])
            cube([seat_slot[0], wall + 2, seat_slot[1] + 1]);
    }
    lid_posts(seat_posts, seat_height);
}

module lid() {
    difference() {
        union() {
            plate(seat_width, seat_depth) {
                points(seat_posts, through);
                points(seat_keys, seat_key_hole);
                points([seat_lamp_at], seat_lamp_hole);
                translate(seat_window_at) square(seat_window, center = true);
            }
            hang(seat_panel_posts, panel_post, seat_panel_thick);
            hang(seat_key_boards, post, seat_key_under);
        }
        // The window opens towards the eye.
        translate([seat_window_at[0], seat_window_at[1], lid - 1])
            linear_extrude(1.01, scale = [1 + 2 / seat_window[0], 1 + 2 / seat_window[1]])
                square(seat_window, center = true);
        // Blind holes for screws from below.
        for (at = seat_panel_posts) translate([at[0], at[1], -seat_panel_thick - 1])
            cylinder(d = 1.6, h = seat_panel_hole + 1);
        for (at = seat_key_boards) translate([at[0], at[1], -seat_key_under - 1])
            cylinder(d = screw, h = seat_key_under);
        translate([0, 0, lid - seat_groove]) linear_extrude(seat_groove + 1)
            for (line = seat_grooves) stroke(line[0], line[1]);
    }
}

if (part == "base" || part == "both") base();
if (part == "lid") lid();
if (part == "both") translate([0, 0, seat_height + 25]) lid();
