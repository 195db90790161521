-- Browsers that wish to hear of library news when no page is open. No history: one that is lost here subscribes again.

create schema push;

create table push.subscription (
  -- SHA-256 of the endpoint, hexadecimal.
  key      text primary key,
  endpoint text not null,
  -- What messages to this browser are encrypted for (RFC 8291), base64url.
  p256dh   text not null,
  auth     text not null,
  -- Primary language subtag of the news that are wished for; null for all.
  language text,
  -- When the newest news was published that this browser was told of.
  seen_at  timestamptz,
  due_at   timestamptz not null,
  -- Pushes in a row that did not arrive.
  failures integer not null default 0,
  made_at  timestamptz not null default now()
);
create index subscription_due on push.subscription (due_at);
