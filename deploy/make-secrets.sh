#!/bin/sh
# Makes the passwords of docker-compose.yml by chance, those that are not there yet. They are files that containers of
# other users read, so that the folder is what keeps everybody else on this machine out.
set -eu
cd "$(dirname "$0")"
mkdir -p secrets
chmod 700 secrets  # also one that was there
for name in database_admin_password database_upgrade_password database_server_password; do
    test -e "secrets/$name" || (umask 022 && openssl rand -hex 32 > "secrets/$name")
done
echo "deploy/secrets has a password for each login; keep a copy where backups are kept."
