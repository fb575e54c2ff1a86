"""Makes the drawings, the pages and the enclosure's sizes of a table from its pin plan and its parts."""
