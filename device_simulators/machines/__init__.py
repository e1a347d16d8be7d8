"""What the devices are made of, whatever they speak: cards, sensors, motors. Time is passed in."""
