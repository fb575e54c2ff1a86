// The box in the middle: Pi, hub and loudspeaker. part: "base" or "lid" to print, "both", "parts" or "open" to look at.
include <sizes.scad>
use <shapes.scad>
use <parts.scad>

part = "both";

// Thin walls in an opening, so that it is printed without supports; they are broken out after.
module ribs() {
    for (x = middle_front_ribs) translate([x, 0.4, middle_front_from - 0.01]) cube([rib, wall - 0.8, middle_front_high + 0.02]);
    for (y = middle_side_ribs) translate([middle_width - wall + 0.4, y, middle_side_from - 0.01])
        cube([wall - 0.8, rib, middle_side_high + 0.02]);
}

module base() {
    difference() {
        box(middle_width, middle_depth, middle_height);
        // Power and HDMI.
        translate([middle_front[0], -1, middle_front_from])
            cube([middle_front[1] - middle_front[0], wall + 2, middle_front_high]);
        // USB and network.
        if (len(middle_side) > 0) translate([middle_width - wall - 1, middle_side[0], middle_side_from])
            cube([wall + 2, middle_side[1] - middle_side[0], middle_side_high]);
        // The seats' cables, laid in from above.
        for (x = middle_slots_back) translate([x, middle_depth - wall - 1, middle_height - middle_slot[1]])
            cube([middle_slot[0], wall + 2, middle_slot[1] + 1]);
        for (x = [-1, middle_width - wall - 1]) translate([x, middle_slot_sides, middle_height - middle_slot[1]])
            cube([wall + 2, middle_slot[0], middle_slot[1] + 1]);
        // Air, from under the Pi.
        for (i = [0 : 6]) translate([middle_pi_at[0] + 14 + i * 6, middle_pi_at[1] + 9, -1]) cube([2.4, 14, floor + 2]);
    }
    ribs();
    lid_posts(middle_posts, middle_height);
    stand(middle_pi_posts, middle_post_height);
    stand(middle_hub_posts, middle_post_height);
}

module lid() {
    plate(middle_width, middle_depth) {
        points(middle_posts, through);
        translate(middle_speaker_at) points(middle_grille, middle_grille_hole);
    }
    // The loudspeaker stands in a ring, glued.
    translate([middle_speaker_at[0], middle_speaker_at[1], -middle_speaker_ring])
        linear_extrude(middle_speaker_ring + 0.01, convexity = 4) difference() {
            circle(d = middle_speaker + 4);
            circle(d = middle_speaker);
        }
}

if (part == "parts" || part == "open") {
    color("#6f97a9") base();
    pi();
    hub();
}
if (part == "parts") {
    translate([0, 0, middle_height + 70]) {
        color("#8fb7c9") lid();
        speaker();
    }
}
if (part == "base" || part == "both") base();
if (part == "lid") lid();
if (part == "both") translate([0, 0, middle_height + 35]) lid();
