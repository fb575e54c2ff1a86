"""The panels: a worker each, what it sends of a picture, and the I2C buses that they share."""
