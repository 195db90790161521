import { Clock, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { PAYDAY_DELAY_MS } from "#contract/subscriptions"
import { CHAIN_NAMES, Chains } from "#core/chains"
import { PaydayProofs } from "#core/subscriptions"
import { Rates } from "#core/wallet"
import type { Services } from "#src/process/runtime.ts"
import {
  offerFreeSeats,
  provePaydays,
  remindPayers,
  retryMissedRules,
  runPayday,
  settleDueRules,
} from "../../../src/worker/subscriptions/runSubscriptions.ts"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json, yes } from "../lib/flags.ts"
import { runPlan } from "../lib/plan.ts"
import type { Session } from "../lib/session.ts"
import { terminal } from "../lib/terminal.ts"
import { runRoundsDuring, waitUntilCaughtUp } from "../lib/waitUntilCaughtUp.ts"

const DAY_MS = 86_400_000
/** A year and a month: the longest term ends within it. */
const DAYS_MAX = 397

const days = Flag.Int("days").pipe(
  Flag.withDescription("Days to let pass after the last charge or payday, 31 by default"),
  Flag.withDefault(31),
)

/** The jobs of the worker on one day, in its order. */
const liveDay = Effect.gen(function* () {
  yield* settleDueRules
  yield* retryMissedRules()
  yield* remindPayers
  yield* runPayday
  yield* provePaydays
  yield* offerFreeSeats
})

/** Runs work as a process whose clock shows another time. */
const at = <A>(nowMs: number, work: Effect.Effect<A, never, Services>): Effect.Effect<A, never, Services> =>
  Effect.flatMap(Clock.Clock, (clock) => {
    const shifted = { currentTimeMillisUnsafe: () => nowMs, currentTimeMillis: Effect.succeed(nowMs) }
    return Effect.provideService(work, Clock.Clock, Object.assign(Object.create(clock), shifted))
  })

/** Where the clock of subscriptions stands: now, or at the last charge or payday, which an earlier command may have made. */
const clockOf = async ({ sql }: Session): Promise<number> => {
  const [last] = await sql<Array<{ at: Date | null }>>`
    select greatest(max(charged_at), max(closed_at)) as at from read.subscription_cycle`
  return Math.max(Date.now(), last?.at?.getTime() ?? 0)
}

const clock = Command.make("clock", { days, yes, json }, (flags) =>
  inSession(flags, async (session, output) => {
    if (flags.days < 1 || flags.days > DAYS_MAX)
      throw new Refused(`The number of days is 1 to ${DAYS_MAX}.`, EXIT.usage)
    const isDemo = await session.run(
      Chains.useSync((chains) => CHAIN_NAMES.every((name) => chains.of(name).capabilities.isDemo)),
    )
    if (!isDemo)
      throw new Refused("This installation has real coins, so its subscriptions cannot run ahead.", EXIT.usage)
    const from = await clockOf(session)
    // The last day ends after the payday of cycles that end on it.
    const until = from + flags.days * DAY_MS + PAYDAY_DELAY_MS
    const step = `live ${flags.days} days of all subscriptions, until ${new Date(until).toISOString()}`
    await runPlan({ yes: flags.yes, output, steps: [step] }, async () => {
      await runRoundsDuring(session, async () => {
        for (let nowMs = from + DAY_MS + PAYDAY_DELAY_MS; nowMs <= until; nowMs += DAY_MS)
          // Rates are outdated a day later, and so are those of the demo.
          await session.run(
            at(
              nowMs,
              Effect.andThen(
                Rates.use(({ takeNow }) => takeNow),
                liveDay,
              ),
            ),
          )
        await session.run(Rates.use(({ takeNow }) => takeNow))
      })
      await waitUntilCaughtUp(session)
      output.say(`The clock of subscriptions shows ${new Date(until).toISOString()}.`)
      return { until: new Date(until).toISOString() }
    })
  }),
).pipe(
  Command.withDescription(
    "Let days pass for subscriptions: renewals, reminders, paydays and waiting lists. Only with demo chains",
  ),
)

/** Verifies all proofs of paydays. A failed verification ends with exit code 3. */
const verify = Command.make("verify", { json }, (flags) =>
  inSession(flags, async (session, output) => {
    const { cycles, proofs, broken } = await session.run(
      PaydayProofs.use(({ prove, verifyAll }) =>
        Effect.flatMap(prove, (cycles) => Effect.map(verifyAll, (found) => ({ cycles, ...found }))),
      ),
    )
    if (cycles > 0) output.say(`${cycles} periods were proved now.`)
    output.say(`Paydays have ${proofs} proofs.`)
    for (const number of broken) output.say(`Proof ${number} fails: a payout was changed, added or removed.`)
    if (broken.length > 0) terminal().exitCode = EXIT.nothingDone
    else output.say("All proofs hold.")
    output.document({ proofs, broken })
  }),
).pipe(Command.withDescription("Verify that no payout of subscriptions was changed since it was proved"))

export const subscriptions = Command.make("subscriptions").pipe(
  Command.withDescription("Subscriptions: proofs of paydays, and the clock of a demo installation"),
  Command.withSubcommands([clock, verify]),
)
