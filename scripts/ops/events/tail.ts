import { Option } from "effect"
import { Command, Flag } from "effect/cli"
import type { SqlClient } from "#core/kernel"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json } from "../lib/flags.ts"
import { terminal } from "../lib/terminal.ts"
import { asLine, type EventLine } from "./line.ts"

const FOLLOW_MS = 250
const LINES_MAX = 10_000
const BATCH_EVENTS_MAX = 1_000

const lines = Flag.Int("lines").pipe(
  Flag.withAlias("n"),
  Flag.withDescription(`How many to begin with, at most ${LINES_MAX}`),
  Flag.withDefault(20),
)
const follow = Flag.Boolean("follow").pipe(
  Flag.withAlias("f"),
  Flag.withDescription("Go on until Ctrl-C; with --json one document a line"),
  Flag.withDefault(false),
)
const type = Flag.String("type").pipe(Flag.withDescription("Only this type"), Flag.optional)

/** The newest events, and with --follow every further one as it settles. */
export const tail = Command.make("tail", { lines, follow, type, json }, (flags) =>
  inSession(flags, async ({ sql }, output) => {
    if (flags.lines < 0 || flags.lines > LINES_MAX) throw new Refused(`--lines is 0 to ${LINES_MAX}.`, EXIT.usage)
    const wanted = Option.getOrNull(flags.type)
    const watermark = await readWatermark(sql)
    const events = (await newest(sql, wanted, watermark, flags.lines)).toReversed()
    const show = (event: EventLine) =>
      void terminal().stdout.write(`${flags.json ? JSON.stringify(event) : asLine(event)}\n`)
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

/** Shows what settles from now on. A signal ends the whole command. */
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
