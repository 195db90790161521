-- expand
-- Eras of the log. A new one begins when events that somebody has read may be gone: after a failover that may have lost
-- commits, and after a restore. What was read in another era is forgotten and read again.
create table es.era (
  number            integer primary key,
  -- Numbers may repeat after a restore; this never does.
  era_id            uuid not null unique,
  began_at          timestamptz not null default now(),
  -- The last event when it began. What was read behind it in an earlier era is gone, or another event has its position.
  from_position     bigint not null,
  cause             text not null check (cause in ('first', 'failover', 'moved', 'restored')),
  -- The cluster and timeline that were looked at last, and whether its commits waited for a standby.
  system_identifier text not null,
  timeline          integer not null,
  is_synchronous    boolean not null
);

-- The era in which a copy follows the log, and how far its items have been sent again after a new era; null if all are.
alter table es.search_copy add column era_id uuid, add column resent_to text collate "C";
