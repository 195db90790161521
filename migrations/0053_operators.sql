-- Sessions of operators at the console. Logged, unlike those of wrong attempts, so that they outlive a failover.
create schema operators;
create table operators.session (
  session_id  uuid primary key,
  operator_id uuid not null,
  token_hash  bytea not null unique,
  device      text not null,
  network     text not null,
  opened_at   timestamptz not null,
  seen_at     timestamptz not null
);
create index on operators.session (operator_id);

-- What the console looks for in the log. Few events are an operator's; correlation ids and times grow with the log.
create index event_by_operator on es.event (position) where actor like 'operator:%';
create index event_by_type on es.event (type, position);
create index event_by_correlation on es.event using brin (correlation_id uuid_minmax_multi_ops);
create index event_by_time on es.event using brin (recorded_at);
