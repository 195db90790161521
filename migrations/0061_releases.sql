-- expand
-- Of which release a process is, and whether it runs jobs: the release before goes on until a worker of the chosen one does.
alter table cluster.process add column version text;
alter table cluster.process add column works boolean not null default false;
