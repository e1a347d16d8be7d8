"""What the demo prints when it is ready."""

from device_simulators.demo.hall import HOURS, Hall
from device_simulators.demo.staff import VISITORS

HOW = f"""\
  Sign in by name, with the code in the place of the PIN: it is good once, for {HOURS} hours, and lets you choose a PIN
  of your own, with which you sign in and sign from then on. To take a table over, sign in at its dealer page as dana;
  when you leave it, it plays by itself again. Ctrl-C stops all of it."""


def ready(hall: Hall, shown_at: str, codes: dict[str, str]) -> str:
    """The addresses of all screens, and how somebody of each role signs in."""
    rows = ["", f"  start page      {shown_at}/"]
    for table in hall.tables:
        rows += [
            "",
            f"  table {table.number}         {table.book}",
            f"    dealer        {shown_at}/dealer/{table.number}",
            f"    sign          {shown_at}/sign/{table.number}#{hall.folder.sign(table.number)}",
            f"    its shoe      {hall.devices[table.number].side_channels['shoe']}",
        ]
    rows += ["", f"  floor           {shown_at}/floor", f"  surveillance    {shown_at}/surveillance", ""]
    rows += [f"  {'role':<14}  {'name':<5}  {'one-time code':<19}  for"]
    rows += [f"  {each.role:<14}  {each.name:<5}  {codes[each.name]}  {each.what}" for each in VISITORS]
    return "\n".join([*rows, "", HOW, ""])
