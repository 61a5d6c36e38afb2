-- When backup and verify last ran, for the metrics of every process: both are processes of their own
-- that end. A row for each; a restored vault has none yet. It locks nothing that exists, and the
-- version before goes on.
create table command_runs (
  command    text collate "C" not null,
  -- The moment that it saw the vault as of.
  at         timestamptz(3) not null,
  -- Null for a backup.
  violations integer,
  constraint command_runs_pkey primary key (command),
  constraint command_runs_command_known check (command in ('backup', 'verify')),
  constraint command_runs_violations_of_verify
    check ((command = 'verify') = (violations is not null) and violations >= 0)
);
