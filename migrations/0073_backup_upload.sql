-- expand
-- Why the backups are not copied to the bucket; null while they are.
alter table cluster.backup add column upload_failure text;
