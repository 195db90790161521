-- expand
-- What operators ask for about builds of read models. The console may not change tables, so a worker carries it out.
create table cluster.build_task (
  task_id uuid primary key,
  kind text not null check (kind in ('rebuild', 'verify', 'switch', 'drop')),
  projection text not null,
  build integer,
  must_be_equal boolean not null default false,
  requested_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  refusal text
);
create index on cluster.build_task (requested_at) where ended_at is null;
