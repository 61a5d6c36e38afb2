-- Contract of 0031: the trigger that wrote the version and the event of an account for programs of schema 30 and older goes.
-- Stop every process of those first: their updates would leave both out for good. A process of schema 31 goes on.
-- Locks fbo_accounts for milliseconds and reads no row. An UPDATE by hand writes neither from now on.

drop trigger fbo_accounts_version on fbo_accounts;
drop function note_account_change();
