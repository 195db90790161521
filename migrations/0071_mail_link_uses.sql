-- expand
-- Networks from which links of letters were opened, so that a link that was passed on to many shows only the public part.
create table publishing.mail_link_use (
  -- Keyed digests: of the post and the person, and of that and the network. Neither can be read back.
  link    bytea not null,
  network bytea not null,
  used_at timestamptz not null,
  primary key (link, network)
);
create index mail_link_use_used_at on publishing.mail_link_use (used_at);
