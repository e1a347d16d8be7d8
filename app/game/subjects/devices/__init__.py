"""What shoes, shufflers and readers say and do, and what people keyed meanwhile."""
