-- Roles and logins for Tablekeeper in a PostgreSQL of the house's own. Who administers that server runs it once, in the
-- new and empty database, with two files that hold a password each (docs/database.md):
--
--     CREATE DATABASE tablekeeper;
--     UPGRADE_PASSWORD_FILE=... SERVER_PASSWORD_FILE=... psql -d tablekeeper -f deploy/database/roles.sql
--
-- A container of PostgreSQL runs it by itself when it makes its cluster (docker-compose.yml).
\set ON_ERROR_STOP on
\set upgrade_password `cat "$UPGRADE_PASSWORD_FILE"`
\set server_password `cat "$SERVER_PASSWORD_FILE"`

SELECT :'upgrade_password' = '' OR :'server_password' = '' AS missing \gset
\if :missing
DO $$ BEGIN RAISE 'UPGRADE_PASSWORD_FILE and SERVER_PASSWORD_FILE have to name files with a password'; END $$;
\endif

BEGIN;
-- What each may do stands in docs/database.md; nobody logs in as one of them.
CREATE ROLE tablekeeper_owner NOLOGIN;
CREATE ROLE tablekeeper_app NOLOGIN;
CREATE ROLE tablekeeper_vault NOLOGIN;
CREATE ROLE tablekeeper_reader NOLOGIN;
-- For `tablekeeper db upgrade`, `backup` and `restore`.
CREATE ROLE tablekeeper_upgrade LOGIN PASSWORD :'upgrade_password'
    IN ROLE tablekeeper_owner, tablekeeper_app, tablekeeper_vault, tablekeeper_reader;
-- For `tablekeeper serve` and every other command: it cannot alter a table or take a row out of the log.
CREATE ROLE tablekeeper_server LOGIN PASSWORD :'server_password'
    IN ROLE tablekeeper_app, tablekeeper_vault, tablekeeper_reader;
ALTER DATABASE :"DBNAME" OWNER TO tablekeeper_upgrade;
COMMIT;
