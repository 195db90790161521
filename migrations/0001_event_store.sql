-- The event store: one append-only log in schema es. The rules stand in docs/architecture.md, "Event store".

create schema es;

-- CACHE 1 and a burnt first value, so that last_value is always the last position that was drawn.
create sequence es.position cache 1;
select setval('es.position', 1, true);

-- The head of every stream: the row that an append locks, and the guard of its version.
create table es.stream (
  stream  text primary key,
  version integer not null
) with (fillfactor = 80);

create table es.event (
  position       bigint not null,
  stream         text not null,
  version        integer not null,
  event_id       uuid not null,
  type           text not null,
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
create table es.command (
  command_id uuid primary key,
  position   bigint not null,
  version    integer not null,
  answer     jsonb
);

create table es.snapshot (
  stream    text not null,
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

-- Creates partitions until the newest one ends at least `ahead` positions after the last drawn position.
create function es.ensure_partitions(size bigint default 50000000, ahead bigint default 25000000)
returns integer language plpgsql as $$
declare
  head    bigint;
  upper_  bigint;
  next_no integer;
  made    integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('es.ensure_partitions', 0));
  select last_value into head from es.position;
  loop
    select coalesce(max((regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \(''?(\d+)''?\)'))[1]::bigint), 0), count(*)
      into upper_, next_no
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'es.event'::regclass;
    exit when upper_ >= head + ahead;
    execute format('create table es.event_p%s partition of es.event for values from (%s) to (%s)',
                   lpad(next_no::text, 4, '0'), upper_, upper_ + size);
    -- Unique within the partition; es.stream guards the version across partitions.
    execute format('create unique index on es.event_p%s (stream, version)', lpad(next_no::text, 4, '0'));
    made := made + 1;
  end loop;
  return made;
end $$;

select es.ensure_partitions();

-- Moves the head of a stream and locks its row until the transaction ends. Answers the version before the append.
-- expected: the version the writer has seen, 0 for a stream that must be new, -1 for any.
-- SQLSTATE ES001 names a version conflict; its detail is the actual version.
create function es.advance(p_stream text, p_expected integer, p_count integer)
returns integer language plpgsql as $$
declare
  head integer;
begin
  if p_expected > 0 then
    update es.stream set version = version + p_count
     where stream = p_stream and version = p_expected returning version into head;
  elsif p_expected = 0 then
    insert into es.stream as s values (p_stream, p_count) on conflict do nothing returning version into head;
  else
    insert into es.stream as s values (p_stream, p_count)
      on conflict (stream) do update set version = s.version + p_count returning s.version into head;
  end if;
  if head is null then
    raise exception 'version conflict on stream %', p_stream using errcode = 'ES001',
      detail = coalesce((select version from es.stream where stream = p_stream), 0)::text;
  end if;
  return head - p_count;
end $$;

-- The floor lock (the line with pg_advisory_xact_lock_shared in every append) announces the last position drawn before
-- this transaction draws its own, after its stream is locked. A reader trusts only positions at or below the smallest
-- floor still held (es.settled), so no event is ever skipped and order within a stream is order of positions.
-- The last position that no running append can still get behind. Call it in a statement of its own, under READ
-- COMMITTED, before selecting; keep the largest answer seen. A standby cannot see the locks: ask the primary only.
create function es.settled() returns bigint language plpgsql volatile as $$
declare
  head  bigint;
  floor bigint;
begin
  select last_value into head from es.position;
  select min(((classid::bigint & 16777215) << 32) | objid::bigint) into floor
    from pg_locks
   where locktype = 'advisory' and objsubid = 1 and classid::bigint >> 24 = 7
     and database = (select oid from pg_database where datname = current_database());
  return least(head, coalesce(floor, head));
end $$;

-- One event to one stream: the shape of nearly every command, kept lean.
create function es.append_one(
  p_command uuid, p_stream text, p_expected integer, p_event_id uuid, p_type text, p_data jsonb,
  p_subject uuid, p_sealed bytea, p_correlation uuid, p_causation uuid, p_actor text, p_answer jsonb,
  out version integer, out "position" bigint, out repeated boolean, out answer jsonb
) language plpgsql as $$
begin
  if p_command is not null then
    select c.version, c.position, true, c.answer into version, "position", repeated, answer
      from es.command c where c.command_id = p_command;
    if found then return; end if;
  end if;
  version := es.advance(p_stream, p_expected, 1) + 1;
  perform pg_advisory_xact_lock_shared((7::bigint << 56) | (select last_value from es.position));
  "position" := nextval('es.position');
  insert into es.event (position, stream, version, event_id, type, correlation_id, causation_id, actor, data, subject_id, sealed)
  values ("position", p_stream, version, p_event_id, p_type, p_correlation, p_causation, p_actor, p_data, p_subject, p_sealed);
  if p_command is not null then
    insert into es.command values (p_command, "position", version, p_answer);
  end if;
  repeated := false;
  answer := p_answer;
end $$;

-- Many events to one or several streams, all or nothing.
-- p_streams: [{"stream","expected","count"}] in the order of p_events; p_events: [{"id","type","data","subject","sealed"}].
-- Streams are locked in the order of their names, so that two such appends cannot wait for each other.
create function es.append(
  p_command uuid, p_streams jsonb, p_events jsonb, p_correlation uuid, p_causation uuid, p_actor text, p_answer jsonb,
  out versions integer[], out "position" bigint, out repeated boolean, out answer jsonb
) language plpgsql as $$
declare
  before integer[];
  item   record;
begin
  if p_command is not null then
    select array[c.version], c.position, true, c.answer into versions, "position", repeated, answer
      from es.command c where c.command_id = p_command;
    if found then return; end if;
  end if;
  for item in
    select s.no, s.value ->> 'stream' as stream, (s.value ->> 'expected')::integer as expected,
           (s.value ->> 'count')::integer as count
      from jsonb_array_elements(p_streams) with ordinality s(value, no)
     order by s.value ->> 'stream'
  loop
    before[item.no] := es.advance(item.stream, item.expected, item.count);
    versions[item.no] := before[item.no] + item.count;
  end loop;
  perform pg_advisory_xact_lock_shared((7::bigint << 56) | (select last_value from es.position));
  if jsonb_array_length(p_streams) = 1 then
    insert into es.event (position, stream, version, event_id, type, correlation_id, causation_id, actor, data, subject_id, sealed)
    select nextval('es.position'), p_streams -> 0 ->> 'stream', before[1] + e.no::integer,
           (e.value ->> 'id')::uuid, e.value ->> 'type', p_correlation, p_causation, p_actor, e.value -> 'data',
           (e.value ->> 'subject')::uuid, decode(e.value ->> 'sealed', 'base64')
      from jsonb_array_elements(p_events) with ordinality e(value, no);
  else
    insert into es.event (position, stream, version, event_id, type, correlation_id, causation_id, actor, data, subject_id, sealed)
    select nextval('es.position'), x.stream, x.version, (x.value ->> 'id')::uuid, x.value ->> 'type',
           p_correlation, p_causation, p_actor, x.value -> 'data',
           (x.value ->> 'subject')::uuid, decode(x.value ->> 'sealed', 'base64')
      from (select s.stream, before[s.no] + (e.no - s.first)::integer as version, e.value
              from (select value ->> 'stream' as stream, no, (value ->> 'count')::integer as count,
                           sum((value ->> 'count')::integer) over (order by no) - (value ->> 'count')::integer as first
                      from jsonb_array_elements(p_streams) with ordinality t(value, no)) s
              join jsonb_array_elements(p_events) with ordinality e(value, no)
                on e.no > s.first and e.no <= s.first + s.count
             order by e.no) x;
  end if;
  "position" := currval('es.position');
  if p_command is not null then
    insert into es.command values (p_command, "position", versions[1], p_answer);
  end if;
  repeated := false;
  answer := p_answer;
end $$;

-- Several commands to one hot stream in one transaction, each with a receipt of its own.
-- p_commands: [{"id","count","answer","correlation","causation","actor"}], their events one after the other in p_events.
-- Where a command has a receipt already nothing is appended and only such receipts are answered: ask again without them.
create function es.append_batch(p_stream text, p_expected integer, p_commands jsonb, p_events jsonb)
returns table (command_id uuid, "position" bigint, version integer, repeated boolean, answer jsonb)
language plpgsql as $$
declare
  before integer;
begin
  return query
    select c.command_id, c.position, c.version, true, c.answer from es.command c
     where c.command_id in (select (value ->> 'id')::uuid from jsonb_array_elements(p_commands));
  if found then return; end if;
  before := es.advance(p_stream, p_expected, jsonb_array_length(p_events));
  perform pg_advisory_xact_lock_shared((7::bigint << 56) | (select last_value from es.position));
  return query
    with command as (
      select (value ->> 'id')::uuid as id, value, no, sum((value ->> 'count')::integer) over (order by no)::integer as last
        from jsonb_array_elements(p_commands) with ordinality t(value, no)
    ), event as (
      insert into es.event as e
        (position, stream, version, event_id, type, correlation_id, causation_id, actor, data, subject_id, sealed)
      select nextval('es.position'), p_stream, before + x.no, (x.value ->> 'id')::uuid, x.value ->> 'type',
             (x.command ->> 'correlation')::uuid, (x.command ->> 'causation')::uuid, x.command ->> 'actor',
             x.value -> 'data', (x.value ->> 'subject')::uuid, decode(x.value ->> 'sealed', 'base64')
        from (select n.value, n.no::integer as no, c.value as command
                from jsonb_array_elements(p_events) with ordinality n(value, no)
                join command c on n.no > c.last - (c.value ->> 'count')::integer and n.no <= c.last
               order by n.no) x
      returning e.position, e.version
    ), receipt as (
      insert into es.command as r
      select c.id, event.position, event.version, c.value -> 'answer'
        from command c join event on event.version = before + c.last
      returning r.command_id, r.position, r.version, r.answer
    )
    select r.command_id, r.position, r.version, false, r.answer from receipt r;
end $$;
