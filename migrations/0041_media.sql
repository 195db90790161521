-- Files of creators: uploads in progress with the parts that arrived, and stored files, which count towards a quota.
create schema media;
create table media.upload (
  media_id   uuid primary key,
  person_id  uuid not null,
  name       text not null,
  bytes      bigint not null,
  received   bigint not null default 0,
  parts      integer not null default 0,
  -- open, complete (waiting to be examined), accepted or refused.
  state      text not null default 'open',
  problem    text,
  detail     text,
  attempts   integer not null default 0,
  due_at     timestamptz not null,
  began_at   timestamptz not null,
  changed_at timestamptz not null
);
create index upload_person on media.upload (person_id, began_at);
create index upload_due on media.upload (due_at) where state = 'complete';
create index upload_changed on media.upload (changed_at);
create table media.part (
  media_id uuid not null references media.upload on delete cascade,
  first    bigint not null,
  bytes    bigint not null,
  name     text not null,
  primary key (media_id, first)
);
create table media.file (
  media_id  uuid primary key,
  person_id uuid not null,
  bytes     bigint not null,
  stored_at timestamptz not null
);
create index file_person on media.file (person_id);
