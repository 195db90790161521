import { Argument, Command } from "effect/cli"
import { LedgerEvents, movesOf } from "#core/ledger"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json } from "../lib/flags.ts"
import { amountText } from "./amountText.ts"

/** Facts that one trace shows at most. */
const FACTS_MAX = 1_000

type Fact = {
  readonly position: number
  readonly stream: string
  readonly type: string
  readonly actor: string
  readonly at: string
  readonly data: unknown
}

const what = Argument.String("what").pipe(
  Argument.withDescription("The id of a transfer or a hold, a stream such as donation-<id>, or the key of an account"),
)

/** Every movement of one transfer, hold, donation or account, with all its entries and who did it. */
export const trace = Command.make("trace", { what, json }, (flags) =>
  inSession(flags, async ({ sql }, output) => {
    const facts = await sql<Array<Fact>>`
      select position, stream, type, actor, to_char(recorded_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, data
      from es.event where type = any(${[...LedgerEvents.types]}) and (
        stream in (${`transfer-${flags.what}`}, ${`hold-${flags.what}`}, ${flags.what})
        or data->>'reference' = ${flags.what} or data->>'account' = ${flags.what}
        or data->'entries' @> ${sql.json([{ account: flags.what }])})
      order by position desc limit ${FACTS_MAX}`
    if (facts.length === 0) throw new Refused(`Nothing was booked under ${flags.what}.`, EXIT.usage)
    const shown = facts.reverse().map(({ data, ...fact }) => {
      const event = LedgerEvents.decodeSync(fact.type, data)
      const moves = movesOf(event).map(({ account, amount, hold }) => ({
        account,
        amount: String(amount),
        hold: String(hold),
      }))
      return { ...fact, purpose: "purpose" in event ? event.purpose : null, moves }
    })
    output.table(
      shown.flatMap(({ position, at, type, actor, moves }) =>
        moves.map(({ account, amount, hold }) => {
          const asset = Number(account.split(":")[1])
          return {
            position,
            at,
            fact: type.split(".")[1] ?? type,
            account,
            gains: amountText(amount, asset),
            held: amountText(hold, asset),
            by: actor,
          }
        }),
      ),
    )
    output.document({ facts: shown })
  }),
).pipe(Command.withDescription("Every movement of a transfer, a hold, a donation or an account, with all its entries"))
