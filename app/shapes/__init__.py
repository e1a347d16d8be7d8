"""The records of the core and the house as they stand in JSON: one pydantic model for each, and back again."""

from app.shapes.model_of import model_of
from app.shapes.shape import Shape
from app.shapes.value_of import value_of

__all__ = ["Shape", "model_of", "value_of"]
