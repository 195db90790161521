-- Newsletters: runs of mail about posts, and the state of each letter. Events have the counts, rows the people.

create schema newsletters;

-- The run of mail about one post, or of the digest of one day or week. The row is the lock of the run: only the worker that set the
-- newest epoch may start letters.
create table newsletters.sending (
  sending_id   uuid primary key,
  kind         text not null check (kind in ('post', 'daily', 'weekly')),
  -- Null for digests, which belong to nobody.
  channel_id   integer,
  author_id    uuid,
  state        text not null check (state in ('held', 'running', 'finished', 'cancelled')),
  -- Whether the event about the state was appended.
  is_told      boolean not null default false,
  epoch        integer not null default 0,
  -- Candidates are collected from here on: the author may still call it off before.
  due_at       timestamptz not null,
  -- Letters that could not be delivered by then are given up.
  expires_at   timestamptz not null,
  -- What has led to the cancellation.
  cancelled_by text
);
create index sending_open on newsletters.sending (due_at) where state in ('held', 'running') or not is_told;
create index sending_kind on newsletters.sending (kind, due_at) where kind <> 'post';
create index sending_author on newsletters.sending (author_id, sending_id desc);

-- One reader of one run. Addresses are looked up when a letter is written, and stored nowhere.
create table newsletters.letter (
  letter_id    bigint generated always as identity,
  sending_id   uuid not null,
  person_id    uuid not null,
  batch        integer not null,
  -- 'sending': it may be under way. A worker that finds it there, but does not know why, counts it as uncertain.
  state        text not null check (state in ('waiting', 'sending', 'sent', 'excluded')),
  -- Why it was excluded.
  reason       text,
  -- Whether the mail server may have taken it once without saying so.
  is_uncertain boolean not null default false,
  -- Id of Home/Levels: what the letter contains.
  level_id     smallint,
  attempts     smallint not null default 0,
  due_at       timestamptz not null,
  -- The digest of the address that it went to, for bounces.
  address      text,
  -- The last reply code of a mail server.
  reply        text,
  settled_at   timestamptz,
  bounced_at   timestamptz,
  opened_at    timestamptz,
  primary key (sending_id, person_id)
);
create unique index letter_id on newsletters.letter (letter_id);
create index letter_due on newsletters.letter (sending_id, due_at) where state in ('waiting', 'sending');
create index letter_batch on newsletters.letter (sending_id, batch) where state in ('waiting', 'sending');
create index letter_person on newsletters.letter (person_id);

-- Addresses that get no newsletters, as digests. They say nothing about other mail.
create table newsletters.suppression (
  address      text not null,
  -- 0: all channels.
  channel_id   integer not null,
  reason       text not null,
  made_at      timestamptz not null,
  primary key (address, channel_id)
);

-- Temporary failures of addresses that the mail server had taken letters for.
create table newsletters.soft_bounce (
  address      text not null,
  letter_id    bigint not null,
  bounced_at   timestamptz not null,
  primary key (address, letter_id)
);

-- Letters of each day (UTC), for the warm-up of a new domain.
create table newsletters.day (
  day          date primary key,
  letters      integer not null
);
