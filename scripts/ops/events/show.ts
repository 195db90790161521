import { Argument, Command } from "effect/cli"
import { inSession } from "../lib/command.ts"
import { Refused } from "../lib/exit.ts"
import { json } from "../lib/flags.ts"
import type { Output } from "../lib/output.ts"
import type { Session } from "../lib/session.ts"
import { asLine, type EventLine } from "./line.ts"

const EVENTS_MAX = 1_000

/** One event by its position with all it holds, or the history of one stream. Sealed parts stay sealed. */
export const show = Command.make("show", { what: Argument.String("position or stream"), json }, (flags) =>
  inSession(flags, (session, output) =>
    /^\d+$/.test(flags.what) ? showEvent(session, output, Number(flags.what)) : showStream(session, output, flags.what),
  ),
).pipe(
  Command.withDescription("One event with all it holds, or the history of a stream"),
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
  for (const event of shown) output.say(asLine(event))
  if (!isWhole) output.say(`Only the first ${EVENTS_MAX} are shown.`)
  output.document({ stream, whole: isWhole, events: shown })
}
