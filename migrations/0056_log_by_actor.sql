-- The console lists events of one actor. Times need no index: they grow with positions, so a query halves the log.
create index event_by_actor on es.event (actor, position);
drop index es.event_by_time;
