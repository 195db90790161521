-- The event store: one append-only log in schema es. The rules stand in docs/architecture.md, "Event store".

create schema es;

-- CACHE 1 and a burnt first value, so that last_value is always the last position that was drawn.
create sequence es.position cache 1;
select setval('es.position', 1, true);

-- The head of every stream: the row that an append locks, and the guard of its version. Names are compared byte by byte
-- (collation C): faster, and no newer ICU can put an index out of order.
create table es.stream (
  stream  text collate "C" primary key,
  version integer not null
) with (fillfactor = 80);

create table es.event (
  position       bigint not null,
  stream         text collate "C" not null,
  version        integer not null,
  event_id       uuid not null,
  type           text collate "C" not null,
  recorded_at    timestamptz not null default clock_timestamp(),
  correlation_id uuid not null,
  causation_id   uuid not null,
  actor          text not null,
  data           jsonb not null,
  subject_id     uuid,
  sealed         bytea,
  primary key (position)
) partition by range (position);

-- The first answer of every command, so that a repeated command changes nothing and is answered the same.
-- Position 0: the command was carried out and had nothing to say.
create table es.command (
  command_id uuid primary key,
  position   bigint not null,
  version    integer not null,
  answer     jsonb
);

create table es.snapshot (
  stream    text collate "C" not null,
  fold_hash text not null,
  version   integer not null,
  state     jsonb not null,
  primary key (stream, fold_hash)
);

-- Keys that seal personal data, wrapped by the master key; a shredded subject keeps its row without a key.
create table es.subject_key (
  subject_id  uuid primary key,
  wrapped     bytea,
  created_at  timestamptz not null default now(),
  shredded_at timestamptz
);

-- Creates partitions until the newest one ends at least `ahead` positions after the last drawn position; answers how
-- many. Made aside and attached, which lets appends and readers go on; `create table ... partition of` would stop both.
create function es.ensure_partitions(size bigint default 50000000, ahead bigint default 25000000)
returns integer language plpgsql set lock_timeout = '5s' as $$
declare
  head  bigint;
  low   bigint;
  name  text;
  made  integer := 0;
begin
  -- Advisory keys with the high byte 1 are jobs that run once at a time; the high byte 7 is the floor lock's.
  perform pg_advisory_xact_lock((1::bigint << 56) | 2);
  select last_value into head from es.position;
  loop
    select coalesce(max((regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \(''?(\d+)''?\)'))[1]::bigint), 0)
      into low
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'es.event'::regclass;
    exit when low >= head + ahead;
    name := 'event_from_' || low;
    execute format('create table es.%I (like es.event including defaults including constraints)', name);
    -- Unique within the partition; es.stream guards the version across partitions.
    execute format('create unique index on es.%I (stream, version)', name);
    execute format('alter table es.event attach partition es.%I for values from (%s) to (%s)', name, low, low + size);
    made := made + 1;
  end loop;
  return made;
end $$;

select es.ensure_partitions();

-- Moves the head of a stream and locks its row until the transaction ends. Answers the version before the append.
-- expected: the version the writer has seen, 0 for a stream that must be new, -1 for any.
-- SQLSTATE ES001 is a version conflict, raised before a position is drawn; its detail is {"stream", "expected", "actual"}.
create function es.advance(p_stream text, p_expected integer, p_count integer)
returns integer language plpgsql as $$
declare
  head integer;
begin
  if p_expected > 0 then
    update es.stream set version = version + p_count
     where stream = p_stream and version = p_expected returning version into head;
  elsif p_expected = 0 then
    insert into es.stream values (p_stream, p_count) on conflict do nothing returning version into head;
  else
    insert into es.stream as s values (p_stream, p_count)
      on conflict (stream) do update set version = s.version + p_count returning s.version into head;
  end if;
  if head is null then
    raise exception 'stream % is not at version %', p_stream, p_expected using errcode = 'ES001',
      detail = jsonb_build_object('stream', p_stream, 'expected', p_expected, 'actual',
                                  coalesce((select version from es.stream where stream = p_stream), 0));
  end if;
  return head - p_count;
end $$;

-- The floor lock: announces the last position drawn before this transaction draws its own. Every append takes it after
-- its streams are locked. A reader trusts only positions at or below the smallest floor still held (es.watermark), so no
-- event is ever skipped, and the order of positions is the order of versions in every stream.
-- It stands written out in every append, because a call of its own would cost more than the lock:
--   floor := pg_advisory_xact_lock_shared((7::bigint << 56) | pg_sequence_last_value('es.position'));

-- The position of the last committed event, 0 where there is none: what lag is counted against.
create function es.head() returns bigint language sql stable as $$
  select coalesce((select position from es.event order by position desc limit 1), 0)
$$;

-- The last event that no running append can still get behind. Call it in a statement of its own, under READ COMMITTED,
-- before selecting; keep the largest answer seen. A standby cannot see the locks: ask the primary only.
-- Never beyond the last committed event: after a crash the sequence may draw again what only failed appends had drawn,
-- and readers that had read past those positions would pass over their new events.
create function es.watermark() returns bigint language plpgsql volatile as $$
declare
  head  bigint;
  floor bigint;
  last  bigint;
begin
  select last_value into head from es.position;
  select min(((classid::bigint & 16777215) << 32) | objid::bigint) into floor
    from pg_locks
   where locktype = 'advisory' and objsubid = 1 and classid::bigint >> 24 = 7
     and database = (select oid from pg_database where datname = current_database());
  last := es.head();
  return least(head, coalesce(floor, head), last);
end $$;

-- Appends that are under way, oldest floor first: what holds the readers back when they stand still, and who it is.
create view es.running_append as
  select ((l.classid::bigint & 16777215) << 32) | l.objid::bigint as floor,
         l.pid, a.application_name, a.client_addr, a.state, a.xact_start, clock_timestamp() - a.xact_start as age
    from pg_locks l left join pg_stat_activity a on a.pid = l.pid
   where l.locktype = 'advisory' and l.objsubid = 1 and l.classid::bigint >> 24 = 7
     and l.database = (select oid from pg_database where datname = current_database())
   order by 1, a.xact_start;

-- One event to one stream of a known version: the shape of nearly every command. It answers the position alone and does
-- the work of es.advance itself, because the calls and the row would be a quarter of its time.
create function es.append_one(
  p_command uuid, p_stream text, p_expected integer, p_event_id uuid, p_type text, p_data jsonb,
  p_subject uuid, p_sealed bytea, p_correlation uuid, p_causation uuid, p_actor text, p_answer jsonb
) returns bigint language plpgsql as $$
declare
  head  integer;
  floor text;
  pos   bigint;
begin
  if p_expected > 0 then
    update es.stream set version = version + 1
     where stream = p_stream and version = p_expected returning version into head;
  elsif p_expected = 0 then
    insert into es.stream values (p_stream, 1) on conflict do nothing returning version into head;
  end if;
  if head is null then
    head := es.advance(p_stream, p_expected, 1) + 1;
  end if;
  floor := pg_advisory_xact_lock_shared((7::bigint << 56) | pg_sequence_last_value('es.position'));
  pos := nextval('es.position');
  insert into es.event
    (position, stream, version, event_id, type, correlation_id, causation_id, actor, data, subject_id, sealed)
  values
    (pos, p_stream, head, p_event_id, p_type, p_correlation, p_causation, p_actor, p_data, p_subject, p_sealed);
  insert into es.command values (p_command, pos, head, p_answer);
  return pos;
end $$;

-- Many events to one or several streams, all or nothing. Answers the position of the last event and the version of the
-- first stream.
-- p_streams: [{"stream", "expected", "count"}] in the order of p_events; p_events: [{"id", "type", "data", "subject", "sealed"}].
-- Streams are locked in the order of their names, so that two such appends never wait for each other in a circle.
create function es.append(
  p_command uuid, p_streams jsonb, p_events jsonb, p_correlation uuid, p_causation uuid, p_actor text, p_answer jsonb,
  out "position" bigint, out version integer
) language plpgsql as $$
declare
  item   record;
  names  text[];
  before integer[];
  starts integer[];
  floor  text;
begin
  for item in
    select s.no, s.stream, s.expected, s.count, (sum(s.count) over (order by s.no))::integer - s.count as start
      from rows from (jsonb_to_recordset(p_streams) as (stream text, expected integer, count integer))
             with ordinality s(stream, expected, count, no)
     order by s.stream collate "C"
  loop
    names[item.no] := item.stream;
    starts[item.no] := item.start;
    before[item.no] := es.advance(item.stream, item.expected, item.count);
    if item.no = 1 then version := before[1] + item.count; end if;
  end loop;
  floor := pg_advisory_xact_lock_shared((7::bigint << 56) | pg_sequence_last_value('es.position'));
  insert into es.event
    (position, stream, version, event_id, type, correlation_id, causation_id, actor, data, subject_id, sealed)
  select nextval('es.position'), names[s.no], before[s.no] + e.no::integer - starts[s.no], e.id, e.type,
         p_correlation, p_causation, p_actor, e.data, e.subject, decode(e.sealed, 'base64')
    from rows from (jsonb_to_recordset(p_events) as (id uuid, type text, data jsonb, subject uuid, sealed text))
           with ordinality e(id, type, data, subject, sealed, no),
         width_bucket(e.no::integer - 1, starts) s(no);
  "position" := currval('es.position');
  insert into es.command values (p_command, "position", version, p_answer);
end $$;

-- Several commands to one hot stream in one transaction, each with a receipt of its own. Answers the version before,
-- and the position of every event.
-- p_commands: [{"id", "last", "answer"}], last counting the events up to the command's own last one.
-- p_events: [{"id", "type", "data", "subject", "sealed", "correlation", "causation", "actor"}].
create function es.append_batch(
  p_stream text, p_expected integer, p_commands jsonb, p_events jsonb,
  out before integer, out positions bigint[]
) language plpgsql as $$
declare
  floor text;
begin
  before := es.advance(p_stream, p_expected, jsonb_array_length(p_events));
  floor := pg_advisory_xact_lock_shared((7::bigint << 56) | pg_sequence_last_value('es.position'));
  with event as (
    insert into es.event as e
      (position, stream, version, event_id, type, correlation_id, causation_id, actor, data, subject_id, sealed)
    select nextval('es.position'), p_stream, before + x.no::integer, x.id, x.type,
           x.correlation, x.causation, x.actor, x.data, x.subject, decode(x.sealed, 'base64')
      from rows from (jsonb_to_recordset(p_events) as
             (id uuid, type text, data jsonb, subject uuid, sealed text, correlation uuid, causation uuid, actor text))
             with ordinality x(id, type, data, subject, sealed, correlation, causation, actor, no)
    returning e.position
  )
  select array_agg(event.position order by event.position) into positions from event;
  insert into es.command
  select c.id, positions[c.last], before + c.last, c.answer
    from jsonb_to_recordset(p_commands) as c(id uuid, last integer, answer jsonb);
end $$;
