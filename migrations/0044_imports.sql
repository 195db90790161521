-- Posts that creators bring from elsewhere. An archive is an upload that no file is made of.
alter table media.upload add column purpose text not null default 'media';
create schema imports;
create table imports.import (
  import_id   uuid primary key,
  person_id   uuid not null,
  channel_id  integer not null,
  -- The upload with the archive; null once it was deleted.
  upload_id   uuid,
  name        text not null,
  bytes       bigint not null,
  source      text,
  -- reading, ready (its creator decides), running, done, failed or cancelled.
  state       text not null,
  problem     text,
  options     jsonb not null,
  -- People in a list of members. Their addresses are not stored.
  people      integer not null default 0,
  -- Runs that failed in a row, and entries that ended their thread.
  attempts    integer not null default 0,
  skipped     integer[] not null default '{}',
  due_at      timestamptz not null,
  began_at    timestamptz not null,
  changed_at  timestamptz not null
);
create index import_person on imports.import (person_id, began_at);
create index import_due on imports.import (due_at) where state in ('reading', 'running');
create index import_changed on imports.import (changed_at);
create table imports.entry (
  import_id    uuid not null references imports.import on delete cascade,
  number       integer not null,
  source_id    text not null,
  title        text not null,
  published_at timestamptz,
  is_draft     boolean not null,
  level_id     integer not null,
  notes        text[] not null,
  -- imported, there, deleted or refused; null until the entry was worked on.
  outcome      text,
  problem      text,
  post_id      uuid,
  files        integer not null default 0,
  -- Files that were not taken, with the reasons.
  missing      jsonb not null default '[]',
  primary key (import_id, number)
);
create index entry_open on imports.entry (import_id, number) where outcome is null;
-- Files that were taken, by where they came from: no file is loaded twice.
create table imports.file (
  person_id uuid not null,
  origin    text not null,
  media_id  uuid not null,
  taken_at  timestamptz not null,
  primary key (person_id, origin)
);
