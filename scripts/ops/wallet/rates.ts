import { Command, Flag } from "effect/cli"
import { floorDecimal } from "#contract/wallet"
import { Rates } from "#core/wallet"
import { type CurrentRate, currentRates, isValidAt, pairName } from "#projections/rates"
import { inSession } from "../lib/command.ts"
import { json, yes } from "../lib/flags.ts"
import type { Output } from "../lib/output.ts"
import { runPlan } from "../lib/plan.ts"
import type { Session } from "../lib/session.ts"
import { waitUntilCaughtUp } from "../lib/waitUntilCaughtUp.ts"

const take = Flag.Boolean("take").pipe(
  Flag.withDescription("Request all sources now and record the rates"),
  Flag.withDefault(false),
)

/** Shows the latest rates and their sources, or requests new ones. */
export const rates = Command.make("rates", { take, yes, json }, (flags) =>
  inSession(flags, async (session, output) => {
    await waitUntilCaughtUp(session)
    if (!flags.take) return showRates(await session.run(currentRates()), output)
    await runPlan({ yes: flags.yes, output, steps: ["request prices from all sources and record the rates"] }, () =>
      takeRates(session, output),
    )
  }),
).pipe(Command.withDescription("Show rates with their sources and age; --take requests new ones"))

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
      "minutes old": floorDecimal((nowMs - Date.parse(takenAt)) / MINUTE_MS, 0),
      use: isValid ? "pricing" : "too old, display only",
    })),
  )
  if (rows.length === 0) output.say("No rates yet; the worker records them.")
  if (rows.some(({ origin }) => origin === "demo"))
    output.say("Rates of origin demo are not real. Set RATE_SOURCES to use price endpoints.")
  output.document({ rates: rows })
}

const takeRates = async (session: Session, output: Output) => {
  const { snapshotId, rates: taken, withoutRate, failures } = await session.run(Rates.use(({ takeNow }) => takeNow))
  for (const { source, pair, reason } of failures)
    output.say(`${source}${pair === null ? "" : ` on ${pair}`}: ${reason}`)
  for (const { pair, reason } of withoutRate) output.say(`${pair} has no rate: ${REASONS[reason]}.`)
  output.table(taken.map((rate) => ({ pair: pairName(rate), mid: rate.mid, sources: rate.sources.join(", ") })))
  output.say(snapshotId === null ? "No snapshot was recorded." : `Recorded as ${snapshotId}.`)
  await waitUntilCaughtUp(session)
  return { snapshotId, rates: taken.map((rate) => ({ pair: pairName(rate), ...rate })), withoutRate, failures }
}

const REASONS = {
  tooFew: "fewer sources answered than RATE_QUORUM",
  tooFarApart: "too few of the prices are within RATE_SPREAD_PERCENT of each other",
} as const
