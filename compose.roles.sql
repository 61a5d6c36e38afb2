-- The roles and the database of compose.yaml: the image of PostgreSQL runs this once, as superuser,
-- when it makes its data folder. On a PostgreSQL of yours, run the same with passwords of your own.
\set owner_password `cat /run/secrets/owner-password`
\set service_password `cat /run/secrets/service-password`

-- Owns everything in the database, migrates and restores; grants the other one what it needs.
create role vault_owner login password :'owner_password';
-- Requests run as this one.
create role vault_service login password :'service_password';
create database vault_inventory owner vault_owner;
revoke all on database vault_inventory from public;
grant connect on database vault_inventory to vault_service;
