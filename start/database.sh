#!/bin/sh
# Creates the two roles and the database on a new PostgreSQL server. The owner migrates; the application role cannot change tables or the audit.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$POSTGRES_PASSWORD" --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
create role aliquot_app nologin;
-- a trial restore makes a database and removes it
create role aliquot_owner login createdb password :'password';
grant aliquot_app to aliquot_owner with admin option;
create database aliquot owner aliquot_owner;
SQL
