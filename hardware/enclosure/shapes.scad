// What both boxes are made of.
include <sizes.scad>

module outline(width, depth, radius) {
    translate([radius, radius]) offset(r = radius) square([width - 2 * radius, depth - 2 * radius]);
}

// An open box.
module box(width, depth, height) {
    linear_extrude(floor) outline(width, depth, corner);
    linear_extrude(height, convexity = 4) difference() {
        outline(width, depth, corner);
        translate([wall, wall]) outline(width - 2 * wall, depth - 2 * wall, corner - wall / 2);
    }
}

// A lid, without the flat shapes that are its children.
module plate(width, depth) {
    linear_extrude(lid, convexity = 10) difference() {
        outline(width, depth, corner);
        children();
    }
}

module points(places, diameter) {
    for (at = places) translate(at) circle(d = diameter);
}

// Posts as high as the walls, for the lid's screws.
module lid_posts(points, height) {
    for (at = points) translate([at[0], at[1], floor - 0.01]) linear_extrude(height - floor + 0.01) difference() {
        circle(d = post);
        circle(d = screw);
    }
}

// Posts on the floor, for a board.
module stand(points, height) {
    for (at = points) translate([at[0], at[1], floor - 0.01]) linear_extrude(height + 0.01) difference() {
        circle(d = post - 0.6);
        circle(d = screw);
    }
}

// Posts under a lid.
module hang(points, diameter, height) {
    for (at = points) translate([at[0], at[1], -height]) cylinder(d = diameter, h = height + 0.01);
}

module stroke(start, end) {
    hull() points([start, end], 1.2);
}
