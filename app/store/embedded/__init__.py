"""PostgreSQL that runs beside the processes that use a data folder, and ends with the last of them.

Theory of operation. Four locks (`flock`, so that the kernel lets go of them however a process ends) say who does what:

* `users.lock`, shared: held by every process that uses the folder, for as long as it does.
* `start.lock`, exclusive: held by the one process that makes the cluster or starts PostgreSQL.
* `keeper.lock`, exclusive: held by the keeper, a small process of its own, the parent of PostgreSQL.
* `users.lock`, exclusive: the keeper waits for it. Once it has it nobody uses the folder; it stops PostgreSQL and ends,
  and only then lets go, so that whoever comes meanwhile waits and then starts PostgreSQL anew.

Whoever finds PostgreSQL not answering takes `start.lock`, makes the cluster if there is none, starts a keeper and waits
for the first answer. When PostgreSQL dies the keeper ends too, and any user may start both again (`ensure_running`).
When the keeper dies Linux sends PostgreSQL the signal for a fast shutdown. Other systems have no such signal: there
PostgreSQL stays, and serves, until it is stopped by hand or with the machine.

The cluster is made under another name and renamed once it is whole: what is called `postgres` is always a cluster.
"""

from app.store.embedded.binaries import binary
from app.store.embedded.errors import EmbeddedError
from app.store.embedded.postgresql import Embedded

__all__ = ["Embedded", "EmbeddedError", "binary"]
