"""The chips in the tray: counted in, filled, credited, counted out; and the drop, which says what was sold for cash."""
