-- expand
-- How often signed-in readers met the closed part of a channel's posts on a day, and what came of it. Sums only: nothing
-- says who.
create table subscriptions.preview_day (
  channel_id integer not null,
  day        date not null,
  -- Closed posts shown, subscribe pages opened from one, and subscriptions that began there.
  shown      integer not null default 0,
  opened     integer not null default 0,
  subscribed integer not null default 0,
  primary key (channel_id, day)
);
