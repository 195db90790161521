-- expand
-- Why the newest part of the log is not copied to the backups; null while it is.
alter table cluster.backup add column log_failure text;
