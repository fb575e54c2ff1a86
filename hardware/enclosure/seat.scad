// A seat's box. part: "base" or "lid" to print, "both", "parts" or "below" to look at. The sizes are made from ../enclosure.toml.
include <sizes.scad>
use <shapes.scad>
use <parts.scad>

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
            // The posts give way to the glass between them.
            difference() {
                hang(seat_panel_posts, panel_post, seat_panel_thick);
                translate([seat_glass_at[0], seat_glass_at[1], -seat_panel_thick])
                    cube([seat_glass[0], seat_glass[1], 2 * seat_panel_thick], center = true);
            }
            hang(seat_key_boards, post, seat_key_under);
        }
        // The window opens towards the eye.
        translate([seat_window_at[0], seat_window_at[1], lid - 1])
            linear_extrude(1.01, scale = [1 + 2 / seat_window[0], 1 + 2 / seat_window[1]])
                square(seat_window, center = true);
        // The pins' solder stands out of the panel's front.
        translate([seat_pins_at[0], seat_pins_at[1], 0]) cube([seat_pins[0], seat_pins[1], 2 * seat_pins_deep], center = true);
        // Blind holes for screws from below.
        for (at = seat_panel_posts) translate([at[0], at[1], -seat_panel_thick - 1])
            cylinder(d = 1.6, h = seat_panel_hole + 1);
        for (at = seat_key_boards) translate([at[0], at[1], -seat_key_under - 1])
            cylinder(d = screw, h = seat_key_under);
        translate([0, 0, lid - seat_groove]) linear_extrude(seat_groove + 1)
            for (line = seat_grooves) stroke(line[0], line[1]);
    }
}

// The lid with what it carries.
module complete() {
    color("#8fb7c9") lid();
    panel();
    for (at = seat_keys) translate(at) button();
    translate(seat_lamp_at) lamp();
}

if (part == "parts") {
    color("#6f97a9") base();
    translate([0, 0, seat_height + 25]) complete();
}
// As it lies before the one who wires it: turned over like a page, the player's edge still in front.
if (part == "below") translate([seat_width, 0, 0]) rotate([0, 180, 0]) complete();
if (part == "base" || part == "both") base();
if (part == "lid") lid();
if (part == "both") translate([0, 0, seat_height + 25]) lid();
