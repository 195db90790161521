-- What belongs to accounts and is no history: who is signed in, and how often something was tried.

create schema accounts;

create table accounts.session (
  session_id   uuid primary key,
  -- SHA-256 of the token; the token itself is the browser's alone.
  token_hash   bytea not null unique,
  -- The token that it replaced, good for calls that were under way.
  previous_hash bytea unique,
  previous_until timestamptz,
  person_id    uuid not null,
  -- The second step is still owed: the session answers nothing but its calls.
  second_step_pending    boolean not null default false,
  -- What the browser says it is, for the person to recognise; bounded.
  device       text not null,
  -- The network it was last used from: an address with its last part cut off.
  network      text not null,
  opened_at    timestamptz not null,
  seen_at      timestamptz not null,
  rotated_at   timestamptz not null,
  expires_at   timestamptz not null
);
create index session_person on accounts.session (person_id, seen_at desc);
create index session_expiry on accounts.session (expires_at);

-- Attempts within a window, by what is limited and for whom (a digest). Lost in a crash: then somebody gets a few more.
create unlogged table accounts.attempt (
  name       text not null,
  key        text not null,
  began_at   timestamptz not null,
  ends_at    timestamptz not null,
  count      integer not null,
  primary key (name, key)
);
create index attempt_end on accounts.attempt (ends_at);

-- Browsers that a person signed in from, so that only a new one is worth a mail. SHA-256 of what their cookie holds.
create table accounts.browser (
  person_id    uuid not null,
  hash         bytea not null,
  seen_at      timestamptz not null,
  primary key (person_id, hash)
);
create index browser_seen on accounts.browser (seen_at);

-- Subjects that are to be erased at a time in any case: what seals the address of a deleted account for its last mail.
create table accounts.farewell (
  subject_id   uuid primary key,
  erase_at     timestamptz not null
);
create index farewell_due on accounts.farewell (erase_at);
