-- What is known of pages that posts link to, as cards. Rows name no post and no person: an address may stand in a gated part.
create table publishing.link_card (
  -- SHA-256 of the address, in hexadecimal.
  digest       text primary key,
  address      text not null,
  -- Null if nothing is known: the address is shown alone.
  title        text,
  description  text,
  site_name    text,
  image_url    text,
  -- Attempts that have failed since the last one that has not.
  failures     smallint not null default 0,
  -- When a text with it was last shown.
  wanted_at    timestamptz not null,
  -- When it is fetched, or fetched again.
  next_at      timestamptz not null
);
create index on publishing.link_card (next_at);
create index on publishing.link_card (wanted_at);
