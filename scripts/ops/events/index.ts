import { Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import type { SqlClient } from "#core/kernel"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json } from "../lib/flags.ts"
import type { Output } from "../lib/output.ts"
import type { Session } from "../lib/session.ts"
import { terminal } from "../lib/terminal.ts"
import { verify } from "./verify.ts"

const EVENTS_MAX = 1_000

/** Shows one event by position with all its data, or the history of one stream. Sealed parts stay sealed. */
const show = Command.make("show", { what: Argument.String("position or stream"), json }, (flags) =>
  inSession(flags, (session, output) =>
    /^\d+$/.test(flags.what) ? showEvent(session, output, Number(flags.what)) : showStream(session, output, flags.what),
  ),
).pipe(
  Command.withDescription("Show one event with all its data, or the history of a stream"),
  Command.withExamples([
    { command: "events show 42", description: "The event at position 42" },
    { command: "events show feed-0123456789abcdefghjk", description: "All that happened to one feed" },
  ]),
)

const showEvent = async ({ sql }: Session, output: Output, position: number): Promise<void> => {
  const [event] = Number.isSafeInteger(position)
    ? await sql`
        select position, stream, version, event_id, type, recorded_at, actor, correlation_id, causation_id, subject_id,
          sealed is not null as has_sealed_part, data from es.event where position = ${position}`
    : []
  if (event === undefined) throw new Refused(`There is no event at position ${position}.`)
  output.say(JSON.stringify(event, null, 2))
  output.document({ event })
}

const showStream = async ({ sql }: Session, output: Output, stream: string): Promise<void> => {
  const events = await sql<Array<EventLine>>`
    select position, stream, version, type, recorded_at, actor, data from es.event
    where stream = ${stream} order by version limit ${EVENTS_MAX + 1}`
  if (events.length === 0) throw new Refused(`There is no stream ${stream}.`)
  const isWhole = events.length <= EVENTS_MAX
  const shown = events.slice(0, EVENTS_MAX)
  for (const event of shown) output.say(formatEventLine(event))
  if (!isWhole) output.say(`Only the first ${EVENTS_MAX} are shown.`)
  output.document({ stream, whole: isWhole, events: shown })
}

/** An event as commands show it. */
export type EventLine = {
  readonly position: number
  readonly stream: string
  readonly version: number
  readonly type: string
  readonly recorded_at: Date
  readonly actor: string
  readonly data: unknown
}

const DATA_LENGTH_MAX = 120

/** Formats an event as one line with truncated data. */
export const formatEventLine = ({ position, stream, version, type, recorded_at, actor, data }: EventLine): string => {
  const text = JSON.stringify(data)
  const shown = text.length > DATA_LENGTH_MAX ? `${text.slice(0, DATA_LENGTH_MAX)}…` : text
  return `${position}  ${recorded_at.toISOString()}  ${type}  ${stream}@${version}  ${actor}  ${shown}`
}

/** Shows what the log contains and whether anything blocks it. */
const stats = Command.make("stats", { json }, (flags) =>
  inSession(flags, async ({ sql }, output) => {
    const [log] = await sql<
      Array<{ head: number; watermark: number; streams: number; commands: number; bytes: number; size: string }>
    >`
      select es.head() as head, es.watermark() as watermark,
        (select count(*) from es.stream) as streams, (select count(*) from es.command) as commands,
        bytes, pg_size_pretty(bytes) as size
      from (select sum(pg_total_relation_size(inhrelid))::bigint as bytes from pg_inherits where inhparent = 'es.event'::regclass) s`
    const types = await sql<Array<{ type: string; events: number; newest: Date }>>`
      select type, count(*) as events, max(recorded_at) as newest from es.event group by type order by 2 desc, 1`
    const partitions = await sql<Array<{ name: string; range: string }>>`
      select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as range
      from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'es.event'::regclass order by i.inhrelid`
    const running = await sql<Array<{ floor: number; pid: number; application: string; seconds: number }>>`
      select floor, pid, application_name as application, extract(epoch from age)::float8 as seconds from es.running_append`
    output.say(
      `head ${log?.head}, watermark ${log?.watermark}, ${log?.streams} streams, ${log?.commands} receipts, ${log?.size}`,
    )
    output.say(
      running.length === 0 ? "No append is under way." : "Appends under way, the one that holds readers back first:",
    )
    if (running.length > 0) output.table(running)
    output.table(types.map(({ type, events, newest }) => ({ type, events, newest: newest.toISOString() })))
    output.table(partitions.map(({ name, range }) => ({ partition: name, range })))
    output.document({ ...log, running, types, partitions })
  }),
).pipe(Command.withDescription("Events in the log by type, and whether an append blocks it"))

const FOLLOW_MS = 250
const LINES_MAX = 10_000
const BATCH_EVENTS_MAX = 1_000

const lines = Flag.Int("lines").pipe(
  Flag.withAlias("n"),
  Flag.withDescription(`How many to start with, at most ${LINES_MAX}`),
  Flag.withDefault(20),
)
const follow = Flag.Boolean("follow").pipe(
  Flag.withAlias("f"),
  Flag.withDescription("Continue until Ctrl-C; with --json one document per line"),
  Flag.withDefault(false),
)
const type = Flag.String("type").pipe(Flag.withDescription("Only this type"), Flag.optional)

/** Shows the newest events, and with --follow every further one once it is readable. */
const tail = Command.make("tail", { lines, follow, type, json }, (flags) =>
  inSession(flags, async ({ sql }, output) => {
    if (flags.lines < 0 || flags.lines > LINES_MAX) throw new Refused(`--lines is 0 to ${LINES_MAX}.`, EXIT.usage)
    const wanted = Option.getOrNull(flags.type)
    const watermark = await readWatermark(sql)
    const events = (await newest(sql, wanted, watermark, flags.lines)).toReversed()
    const show = (event: EventLine) =>
      void terminal().stdout.write(`${flags.json ? JSON.stringify(event) : formatEventLine(event)}\n`)
    if (flags.follow || !flags.json) for (const event of events) show(event)
    if (flags.follow) await followOn(sql, wanted, watermark, show)
    output.document({ watermark, events })
  }),
).pipe(
  Command.withDescription("The newest events; --follow shows every further one"),
  Command.withExamples([
    { command: "events tail --follow --type feeds.FeedFailed.v1", description: "Failing feeds as they fail" },
  ]),
)

const newest = (sql: SqlClient, type: string | null, watermark: number, count: number) => sql<Array<EventLine>>`
  select position, stream, version, type, recorded_at, actor, data from es.event
  where position <= ${watermark} and (${type}::text is null or type = ${type}) order by position desc limit ${count}`

/** Shows new events until a signal ends the whole command. */
const followOn = async (sql: SqlClient, type: string | null, from: number, show: (event: EventLine) => void) => {
  let after = from
  for (;;) {
    const watermark = await readWatermark(sql)
    const events = await sql<Array<EventLine>>`
      select position, stream, version, type, recorded_at, actor, data from es.event
      where position > ${after} and position <= ${watermark} and (${type}::text is null or type = ${type})
      order by position limit ${BATCH_EVENTS_MAX}`
    for (const event of events) show(event)
    const isFull = events.length === BATCH_EVENTS_MAX
    after = isFull ? (events.at(-1)?.position ?? watermark) : Math.max(after, watermark)
    if (!isFull) await new Promise((resolve) => setTimeout(resolve, FOLLOW_MS))
  }
}

const readWatermark = async (sql: SqlClient): Promise<number> =>
  (await sql<Array<{ watermark: number }>>`select es.watermark() as watermark`)[0]?.watermark ?? 0

export const events = Command.make("events").pipe(
  Command.withDescription("The event log"),
  Command.withSubcommands([tail, show, stats, verify]),
)
