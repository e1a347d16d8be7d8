"""The files that say how PostgreSQL runs and who may connect; written once, when the cluster is made."""

from app.store.embedded.account import Account
from app.store.embedded.socket_folder import PORT

SUPERUSER = "tablekeeper_admin"
OWNER = "tablekeeper_owner"
LOGINS = (OWNER, "tablekeeper_app", "tablekeeper_vault", "tablekeeper_reader")
DATABASE = "tablekeeper"

_MAP = "tablekeeper"

SERVER = f"""\
# Written when Tablekeeper made this cluster. Change settings with ALTER SYSTEM, which writes postgresql.auto.conf.
listen_addresses = ''
port = {PORT}
unix_socket_permissions = 0700
cluster_name = 'tablekeeper'
max_connections = 100
shared_buffers = 128MB

# Nothing that was acknowledged is ever lost: Tablekeeper refuses a database where one of these is off.
fsync = on
synchronous_commit = on
full_page_writes = on

timezone = 'UTC'
datestyle = 'iso, ymd'
lc_messages = 'C'

# The keeper writes standard error to a log of bounded length.
log_destination = 'stderr'
logging_collector = off
log_timezone = 'UTC'
log_line_prefix = '%m [%p] %q%u@%d '
log_statement = 'none'
# The details of an error show the row that it is about, and that may be a face-down card.
log_error_verbosity = terse
log_startup_progress_interval = 2s
"""

WHO_MAY_CONNECT = f"""\
# The operating system says who connects; there is no password, no trust and no network.
local all all peer map={_MAP}
"""

ROLES_AND_DATABASE = "\n".join(
    (*(f"CREATE ROLE {login} LOGIN;" for login in LOGINS), f"CREATE DATABASE {DATABASE} OWNER {OWNER};", "")
)


def who_is_who(account: Account) -> str:
    """pg_ident.conf: the people of this account, each as every role of Tablekeeper's."""
    lines = [f"{_MAP} {_quoted(person)} {role}" for person in account.logins for role in (SUPERUSER, *LOGINS)]
    return "# map, operating-system user, role\n" + "\n".join(lines) + "\n"


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
