-- Browsers in which somebody is signed in who wishes to hear of messages when no page is open. Rows, not facts: a browser
-- that is lost here subscribes again, and one that was signed out is pushed nothing any more.

create table push.member (
  -- SHA-256 of the endpoint, hexadecimal.
  key        text primary key,
  endpoint   text not null,
  -- What messages to this browser are encrypted for (RFC 8291), base64url.
  p256dh     text not null,
  auth       text not null,
  person_id  uuid not null,
  session_id uuid not null references accounts.session on delete cascade,
  -- Pushes in a row that did not arrive.
  failures   integer not null default 0,
  made_at    timestamptz not null,
  -- Up to when it was told of messages.
  told_at    timestamptz not null,
  -- When somebody looks next whether there is something to tell it.
  due_at     timestamptz not null
);
create index member_due on push.member (due_at);
create index member_person on push.member (person_id, made_at);
create index member_session on push.member (session_id);
