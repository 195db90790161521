-- expand
-- Statements of a process that did not fit the database. A release that has many right after it was chosen is returned from.
alter table cluster.process add column invalid_queries integer not null default 0;
