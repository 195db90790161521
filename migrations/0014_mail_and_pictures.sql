-- Mail that waits to be sent or was sent, and the pictures that people brought.

create schema mail;

create table mail.message (
  -- The id of the event that it is written from, so that a fact makes one message.
  message_id   uuid primary key,
  -- Whom the address is sealed for.
  subject_id   uuid not null,
  kind         text not null,
  locale       text not null,
  -- What it is about, as far as that is nobody's secret: ids and times. Its text is made when it is sent.
  about        jsonb not null,
  -- The address and whatever else is the person's, sealed: unreadable once the subject is erased.
  sealed       bytea not null,
  state        text not null default 'waiting' check (state in ('waiting', 'sent', 'bounced', 'expired')),
  attempts     integer not null default 0,
  -- When it is tried next; while somebody tries it, when another one may.
  due_at       timestamptz not null,
  -- After this it is of no use to anybody.
  expires_at   timestamptz not null,
  made_at      timestamptz not null,
  settled_at   timestamptz,
  -- The last answer of the mail server: its code alone, because its words may hold the address.
  reply        text
);
create index message_due on mail.message (due_at) where state = 'waiting';
create index message_made on mail.message (made_at desc);
create index message_subject on mail.message (subject_id);

create schema pictures;

-- What somebody brought, by the digest under which it is stored. The bytes are elsewhere.
create table pictures.picture (
  key          text primary key,
  person_id    uuid not null,
  width        integer not null,
  height       integer not null,
  bytes        integer not null,
  made_at      timestamptz not null
);
create index picture_person on pictures.picture (person_id, made_at);
