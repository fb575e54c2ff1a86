"""Sound as samples: clips and what is done to them, effects, and sound files made into clips."""
