import { Command, Flag } from "effect/cli"
import { Rates } from "#core/wallet"
import { type CurrentRate, currentRates, isValidAt, pairName } from "#projections/rates"
import { caughtUp } from "../lib/caughtUp.ts"
import { inSession } from "../lib/command.ts"
import { json, yes } from "../lib/flags.ts"
import type { Output } from "../lib/output.ts"
import { planned } from "../lib/plan.ts"
import type { Session } from "../lib/session.ts"

const take = Flag.Boolean("take").pipe(
  Flag.withDescription("Ask all sources now and note what they tell, however old the last rates are"),
  Flag.withDefault(false),
)

/** What assets cost as the product knows it, and from whom; or what the sources tell at this moment. */
export const rates = Command.make("rates", { take, yes, json }, (flags) =>
  inSession(flags, async (session, output) => {
    await caughtUp(session)
    if (!flags.take) return showRates(await session.run(currentRates()), output)
    await planned({ yes: flags.yes, output, steps: ["ask all sources for prices and note the rates"] }, () =>
      takeRates(session, output),
    )
  }),
).pipe(Command.withDescription("What assets cost, from whom that is known and how old it is; --take asks now"))

const MINUTE_MS = 60_000

const showRates = (known: ReadonlyArray<CurrentRate>, output: Output): void => {
  const nowMs = Date.now()
  const rows = known.map((rate) => ({
    pair: pairName(rate),
    mid: rate.mid,
    origin: rate.origin,
    sources: rate.sources.join(", "),
    snapshot: rate.snapshotId,
    takenAt: rate.takenAt.toISOString(),
    isValid: isValidAt(rate, nowMs),
  }))
  output.table(
    rows.map(({ takenAt, isValid, ...row }) => ({
      ...row,
      "minutes old": Math.floor((nowMs - Date.parse(takenAt)) / MINUTE_MS),
      use: isValid ? "prices" : "too old, shown only",
    })),
  )
  if (rows.length === 0) output.say("No rates were taken yet; the worker takes them.")
  if (rows.some(({ origin }) => origin === "demo"))
    output.say("Rates of origin demo are made up; RATE_SOURCES names endpoints that tell real ones.")
  output.document({ rates: rows })
}

const takeRates = async (session: Session, output: Output) => {
  const { snapshotId, rates: taken, withoutRate, failures } = await session.run(Rates.use(({ takeNow }) => takeNow))
  for (const { source, pair, reason } of failures)
    output.say(`${source}${pair === null ? "" : ` on ${pair}`}: ${reason}`)
  for (const { pair, reason } of withoutRate) output.say(`${pair} has no rate: ${REASONS[reason]}.`)
  output.table(taken.map((rate) => ({ pair: pairName(rate), mid: rate.mid, sources: rate.sources.join(", ") })))
  output.say(snapshotId === null ? "Nothing was noted." : `Noted as ${snapshotId}.`)
  await caughtUp(session)
  return { snapshotId, rates: taken.map((rate) => ({ pair: pairName(rate), ...rate })), withoutRate, failures }
}

const REASONS = {
  tooFew: "fewer sources answered than RATE_QUORUM asks for",
  tooFarApart: "too few of the prices are within RATE_SPREAD_PERCENT of each other",
} as const
