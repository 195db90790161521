import { Argument, Command } from "effect/cli"
import { LedgerEvents, movesOf } from "#core/ledger"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json } from "../lib/flags.ts"
import { amountText } from "./coin.ts"

/** Maximum number of events in one trace. */
const EVENTS_MAX = 1_000

type LoggedEvent = {
  readonly position: number
  readonly stream: string
  readonly type: string
  readonly actor: string
  readonly at: string
  readonly data: unknown
}

const what = Argument.String("what").pipe(
  Argument.withDescription("Id of a transfer or hold, a stream such as donation-<id>, or the key of an account"),
)

/** All entries of a transfer, hold, donation or account, with their actors. */
export const trace = Command.make("trace", { what, json }, (flags) =>
  inSession(flags, async ({ sql }, output) => {
    const events = await sql<Array<LoggedEvent>>`
      select position, stream, type, actor, to_char(recorded_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, data
      from es.event where type = any(${[...LedgerEvents.types]}) and (
        stream in (${`transfer-${flags.what}`}, ${`hold-${flags.what}`}, ${flags.what})
        or data->>'reference' = ${flags.what} or data->>'account' = ${flags.what}
        or data->'entries' @> ${sql.json([{ account: flags.what }])})
      order by position desc limit ${EVENTS_MAX}`
    if (events.length === 0) throw new Refused(`No bookings for ${flags.what}.`, EXIT.usage)
    const shown = events.reverse().map(({ data, ...logged }) => {
      const event = LedgerEvents.decodeSync(logged.type, data)
      const moves = movesOf(event).map(({ account, amount, hold }) => ({
        account,
        amount: String(amount),
        hold: String(hold),
      }))
      return { ...logged, purpose: "purpose" in event ? event.purpose : null, moves }
    })
    output.table(
      shown.flatMap(({ position, at, type, actor, moves }) =>
        moves.map(({ account, amount, hold }) => {
          const asset = Number(account.split(":")[1])
          return {
            position,
            at,
            event: type.split(".")[1] ?? type,
            account,
            amount: amountText(amount, asset),
            held: amountText(hold, asset),
            by: actor,
          }
        }),
      ),
    )
    output.document({ events: shown })
  }),
).pipe(Command.withDescription("Show all entries of a transfer, hold, donation or account"))
