import { Command, Flag } from "effect/cli"
import { Option } from "effect"
import type { SqlClient } from "#core/kernel"
import { carriedOut } from "../lib/command.ts"
import { json } from "../lib/flags.ts"
import { withSession } from "../lib/session.ts"
import { asLine, type EventLine } from "./line.ts"

const FOLLOW_MS = 250
const LINES_MAX = 10_000

/** The newest events, and with --follow every further one as it settles. */
export const tail = Command.make(
  "tail",
  {
    lines: Flag.Int("lines").pipe(Flag.withAlias("n"), Flag.withDescription("How many to begin with"), Flag.withDefault(20)),
    follow: Flag.Boolean("follow").pipe(Flag.withAlias("f"), Flag.withDescription("Go on until Ctrl-C"), Flag.withDefault(false)),
    type: Flag.String("type").pipe(Flag.withDescription("Only this type"), Flag.optional),
    json,
  },
  (flags) =>
    carriedOut(() =>
      withSession(async ({ sql }) => {
        const type = Option.getOrNull(flags.type)
        const show = (event: EventLine) => void process.stdout.write(`${flags.json ? JSON.stringify(event) : asLine(event)}\n`)
        let after = (await settled(sql)) ?? 0
        const first = await sql<Array<EventLine>>`
          select position, stream, version, type, recorded_at, actor, data from es.event
          where position <= ${after} and (${type}::text is null or type = ${type}) order by position desc limit ${Math.min(flags.lines, LINES_MAX)}`
        for (const event of first.toReversed()) show(event)
        let ended = !flags.follow
        process.once("SIGINT", () => {
          ended = true
        })
        while (!ended) {
          const upTo = await settled(sql)
          const events = await sql<Array<EventLine>>`
            select position, stream, version, type, recorded_at, actor, data from es.event
            where position > ${after} and position <= ${upTo} and (${type}::text is null or type = ${type}) order by position limit ${LINES_MAX}`
          for (const event of events) show(event)
          after = events.length === LINES_MAX ? (events.at(-1)?.position ?? upTo) : upTo
          await new Promise((resolve) => setTimeout(resolve, FOLLOW_MS))
        }
      }),
    ),
).pipe(Command.withDescription("The newest events; --follow shows every further one (with --json one document a line)"))

const settled = async (sql: SqlClient): Promise<number> =>
  (await sql<Array<{ settled: number }>>`select es.settled() as settled`)[0]?.settled ?? 0
