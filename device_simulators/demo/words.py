"""What the demo prints when it is ready."""

from device_simulators.demo.hall import Hall
from device_simulators.demo.staff import VISITORS


def ready(hall: Hall, shown_at: str, codes: dict[str, str]) -> str:
    """The addresses of all screens, and how somebody of each role signs in."""
    rows = ["", f"  Start page     {shown_at}/"]
    for table in hall.tables:
        rows += [
            f"  Table {table.number}        {table.book}",
            f"    dealer       {shown_at}/dealer/{table.number}",
            f"    sign         {shown_at}/sign/{table.number}#{hall.folder.sign(table.number)}",
        ]
    rows += [f"  Floor          {shown_at}/floor", f"  Surveillance   {shown_at}/surveillance", ""]
    rows += [f"  {each.role:<14} {each.name:<6} {codes.get(each.name, '-'):<22} {each.what}" for each in VISITORS]
    return "\n".join([*rows, ""])
