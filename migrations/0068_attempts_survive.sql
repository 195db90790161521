-- expand
-- Attempts count on after a failover or a crash of the database: wrong passwords, and passkey challenges, each usable once.
alter table accounts.attempt set logged;
