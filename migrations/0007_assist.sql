-- What engines translated and wrote, and what was asked of them. Neither is history: losing it costs money, not facts.

create schema assist;

create table assist.answer (
  -- SHA-256 of engine, languages and content, hexadecimal.
  key      text primary key,
  language text not null,
  text     text not null,
  made_at  timestamptz not null default now()
);
create index answer_made on assist.answer (made_at);

-- Characters sent to engines on a day (UTC), by person and, where person is empty, by all together.
create table assist.spent (
  day        date not null,
  person     text not null,
  characters bigint not null,
  primary key (day, person)
);
