-- Which chat nodes run, and who is connected where. Unlogged: after a crash of the database every node reports again.

create schema if not exists chat;

create unlogged table chat.node (
  node_id     uuid primary key,
  -- For people: the machine, the process and the port.
  name        text not null,
  started_at  timestamptz not null,
  -- A node that did not say so before this is gone.
  ends_at     timestamptz not null,
  connections integer not null,
  people      integer not null,
  -- Whether it speaks to others over NATS.
  has_broker  boolean not null,
  -- An operator wishes that it sends its sockets elsewhere.
  is_draining boolean not null default false
);

-- Somebody has a socket at a node, or had one a moment ago.
create unlogged table chat.presence (
  person_id uuid not null,
  node_id   uuid not null,
  -- Until when somebody whose last socket closed still counts as there: they may be back in a moment.
  until     timestamptz,
  primary key (person_id, node_id)
);
create index presence_node on chat.presence (node_id);
