-- expand
-- Several commands in one transaction, each with a receipt and streams of its own, all or nothing: for commands that wait
-- for the same stream, such as the seats of a channel. Answers the versions of the streams before, and the position of
-- every event.
-- p_commands: [{"id", "last", "no", "place", "answer"}]: its last event, counted over all; its first stream, and the place of
-- its last event there. p_streams: [{"stream", "expected", "count"}], each name once.
-- p_events: [{"no", "place", "id", "type", "data", "subject", "sealed", "correlation", "causation", "actor"}]: the number of its
-- stream, and its place among the new events there.
-- p_booked is evaluated before: calls that update the ledger. Streams are locked in the order of their names, as in es.append.
create function es.append_together(
  p_commands jsonb, p_streams jsonb, p_events jsonb, p_booked jsonb, out before integer[], out positions bigint[]
) language plpgsql as $$
declare
  item  record;
  names text[];
  floor text;
begin
  for item in
    select s.no, s.stream, s.expected, s.count
      from rows from (jsonb_to_recordset(p_streams) as (stream text, expected integer, count integer))
             with ordinality s(stream, expected, count, no)
     order by s.stream collate "C"
  loop
    names[item.no] := item.stream;
    before[item.no] := es.advance(item.stream, item.expected, item.count);
  end loop;
  floor := pg_advisory_xact_lock_shared((7::bigint << 56) | pg_sequence_last_value('es.position'));
  with event as (
    insert into es.event as e
      (position, stream, version, event_id, type, correlation_id, causation_id, actor, data, subject_id, sealed)
    select nextval('es.position'), names[x.no], before[x.no] + x.place, x.id, x.type,
           x.correlation, x.causation, x.actor, x.data, x.subject, decode(x.sealed, 'base64')
      from jsonb_to_recordset(p_events) as x(no integer, place integer, id uuid, type text, data jsonb, subject uuid,
             sealed text, correlation uuid, causation uuid, actor text)
    returning e.position
  )
  select array_agg(event.position order by event.position) into positions from event;
  insert into es.command
  select c.id, positions[c.last], before[c.no] + c.place, c.answer
    from jsonb_to_recordset(p_commands) as c(id uuid, last integer, no integer, place integer, answer jsonb);
end $$;
