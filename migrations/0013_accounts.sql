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
  owes_step    boolean not null default false,
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
