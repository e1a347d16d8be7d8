"""Records of the core and the house inside a request: checked by their shapes, handed on as what they are."""

from typing import Annotated, Any, Union

from pydantic import BaseModel, Field, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, core_schema

from app.shapes import model_of, value_of


class Shaped:
    """A field that holds one of these records; of several, the one whose name stands in `type`."""

    def __init__(self, *types: Any) -> None:
        self._types = types

    def __get_pydantic_core_schema__(self, _source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """The shape, and after it the record."""
        models = tuple([model_of(each) for each in self._types])
        one: Any = models[0] if len(models) == 1 else Annotated[Union[models], Field(discriminator="type")]  # noqa: UP007
        return core_schema.no_info_after_validator_function(value_of, handler.generate_schema(one))


class DocumentedAs:
    """A field that is handed on as it came to somebody who checks it by this model."""

    def __init__(self, model: type[BaseModel]) -> None:
        self._model = model

    def __get_pydantic_json_schema__(self, _core: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """The schema of the model."""
        return handler(self._model.__pydantic_core_schema__)
