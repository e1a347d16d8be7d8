"""python -m tests.second_settlement FILE.toml"""

import json
import sys
import tomllib

from . import NotCovered, Refused, settle


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print("usage: python -m tests.second_settlement FILE.toml", file=sys.stderr)
        return 2
    try:
        with open(arguments[0], "rb") as file:
            script = tomllib.load(file)
        print(json.dumps(settle(script), indent=1))
    except Refused as error:
        print(json.dumps({"error": {"line": error.line, "message": error.reason}}))
        return 2
    except NotCovered as error:
        print(json.dumps({"not_covered": str(error)}))
        return 3
    except (OSError, tomllib.TOMLDecodeError) as error:
        print(json.dumps({"error": {"line": 0, "message": str(error)}}))
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
