import { Argument, Command } from "effect/cli"
import { carriedOut } from "../lib/command.ts"
import { Refused } from "../lib/exit.ts"
import { json } from "../lib/flags.ts"
import { outputOf } from "../lib/output.ts"
import { withSession } from "../lib/session.ts"
import { asLine, type EventLine } from "./line.ts"

const EVENTS_MAX = 1_000

/** One event by its position with all it holds, or the history of one stream. Sealed parts stay sealed. */
export const show = Command.make("show", { what: Argument.String("position or stream"), json }, (flags) =>
  carriedOut(() =>
    withSession(async ({ sql }) => {
      const output = outputOf(flags.json)
      if (/^\d+$/.test(flags.what)) {
        const [event] = await sql`
          select position, stream, version, event_id, type, recorded_at, actor, correlation_id, causation_id, subject_id,
            sealed is not null as has_sealed_part, data from es.event where position = ${Number(flags.what)}`
        if (event === undefined) throw new Refused(`There is no event at position ${flags.what}.`)
        output.say(JSON.stringify(event, null, 2))
        output.document(event)
        return
      }
      const events = await sql<Array<EventLine>>`
        select position, stream, version, type, recorded_at, actor, data from es.event
        where stream = ${flags.what} order by version limit ${EVENTS_MAX}`
      if (events.length === 0) throw new Refused(`There is no stream ${flags.what}.`)
      for (const event of events) output.say(asLine(event))
      output.document(events)
    }),
  ),
).pipe(
  Command.withDescription("One event with all it holds, or the history of a stream"),
  Command.withExamples([
    { command: "events show 42", description: "The event at position 42" },
    { command: "events show feed-0123456789abcdefghjk", description: "All that happened to one feed" },
  ]),
)
