"""What is looked for on a page, whatever it shows: sizes, contrast, accessibility, keyboard, colours, motion."""
