-- What polling remembers beyond when: why a feed fails, what its last document told, and whether anybody wants it.

alter table feeds.poll
  -- Digest of what the last document told, once it was read. Where it is the same, other bytes tell nothing.
  add column content_hash   text,
  -- Why the last look failed, as the refusal's message key; null while the feed works.
  add column failure        text,
  add column failure_status integer,
  add column failure_detail text,
  add column failing_since  timestamptz,
  -- Looked at by its own rhythm though nobody reads it: the library itself wants it, because an operator added it.
  add column kept           boolean not null default true,
  -- When a reader last asked for it.
  add column wanted_at      timestamptz;

alter table feeds.poll alter column kept set default false;

-- Every look changes a row twice: room for that in each page, and the old versions taken away early.
alter table feeds.poll set (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 500);

-- What each feed's last document told, by the digests of its items' sources: the same words are not read twice.
create table feeds.document (
  feed_id text primary key,
  items   jsonb not null
);
