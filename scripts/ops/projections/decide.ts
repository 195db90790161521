import { Option } from "effect"
import { Argument, Command } from "effect/cli"
import {
  decideFaults,
  listFaults,
  type ParkedKey,
  type ReactorStatus,
  reactorStatus,
  retryReactor,
  skipReactor,
} from "#projections/runner"
import { chooseConsumers } from "../lib/chosen.ts"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json, reason, yes } from "../lib/flags.ts"
import type { Output } from "../lib/output.ts"
import { operatorName, runPlan } from "../lib/plan.ts"
import type { Session } from "../lib/session.ts"
import { terminal } from "../lib/terminal.ts"
import { runRoundsDuring } from "../lib/waitUntilCaughtUp.ts"

/** How long a command waits for the runner to apply a decision. A runner polls decisions once a second. */
const CARRY_OUT_MS_MAX = 10_000
const POLL_MS = 50

export const consumerArgument = Argument.String("name").pipe(Argument.withDescription("A projection or a reactor"))
export const keyArgument = Argument.String("key").pipe(
  Argument.withDescription("The parked key (a stream); all parked keys without it"),
  Argument.optional,
)

type DecisionFlags = {
  readonly name: string
  readonly key: Option.Option<string>
  readonly reason: string
  readonly yes: boolean
}
type Deciding = {
  readonly decision: "retry" | "skip"
  readonly parkedStep: (parked: ParkedKey) => string
  readonly reactorStep: (reactor: ReactorStatus) => string
  readonly carryOutReactor: (name: string) => Promise<number | null>
}

/** Records a decision about failed events and waits until the runner has applied it. */
export const decide = async (
  session: Session,
  output: Output,
  flags: DecisionFlags,
  deciding: Deciding,
): Promise<void> => {
  const { sql } = session
  const { name, yes } = flags
  const { reactors } = await chooseConsumers(sql, [name], false)
  const failing = reactors.filter((each) => each.failing !== null)
  if (reactors.length > 0) {
    await runPlan({ yes, output, steps: failing.map(deciding.reactorStep) }, async () => ({
      name,
      position: await deciding.carryOutReactor(name),
    }))
    return
  }
  const key = Option.getOrUndefined(flags.key)
  const parked = (await listFaults(sql, name)).filter(({ park_key }) => key === undefined || park_key === key)
  await runPlan({ yes, output, steps: parked.map(deciding.parkedStep) }, async () => {
    const { decision } = deciding
    const decided = await decideFaults(
      sql,
      { name, key },
      { decision, by: operatorName(), reason: flags.reason || null },
    )
    const wasDecided = ({ build, park_key }: ParkedKey) =>
      decided.some((each) => each.build === build && each.park_key === park_key)
    const left = (await runRoundsDuring(session, () => decidedKeys(session, name))).filter(wasDecided)
    for (const each of left) output.say(`Still parked: position ${each.position} of ${each.park_key}: ${why(each)}`)
    if (left.length === 0) output.say(`${name}: nothing is parked any more`)
    else terminal().exitCode = EXIT.failed
    return { decided, parked: left }
  })
}

/** Returns what is still parked once no decision is pending. */
const decidedKeys = async ({ sql }: Session, name: string): Promise<ReadonlyArray<ParkedKey>> => {
  const until = performance.now() + CARRY_OUT_MS_MAX
  for (;;) {
    const parked = await listFaults(sql, name)
    if (parked.every(({ decision }) => decision === null) || performance.now() > until) return parked
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

const why = ({ decision, error }: ParkedKey): string =>
  decision === null ? (error.split("\n")[0] ?? "") : "the decision waits for a runner. Is the build paused?"

/** Retries parked events in order, or a reactor's failing event immediately. */
export const retry = Command.make("retry", { name: consumerArgument, key: keyArgument, reason, yes, json }, (flags) =>
  inSession(flags, (session, output) =>
    decide(session, output, flags, {
      decision: "retry",
      parkedStep: ({ build, park_key, position, waiting }) =>
        `try position ${position} of ${park_key} again in build ${build}, and the ${waiting} events behind it`,
      reactorStep: ({ name, failing }) => `let reactor ${name} try position ${failing} again at once`,
      carryOutReactor: (name) => retryReactor(session.sql, name),
    }),
  ),
).pipe(
  Command.withDescription("Retry parked events in order"),
  Command.withExamples([
    { command: "projections retry items --yes", description: "Everything that the projection has parked" },
    { command: "projections retry items feed-0123456789abcdefghjk --yes", description: "One key" },
  ]),
)

/** Skips the failing event and applies the ones behind it. The operator and the reason are recorded permanently. */
export const skip = Command.make("skip", { name: consumerArgument, key: keyArgument, reason, yes, json }, (flags) =>
  inSession(flags, async (session, output) => {
    const why = flags.reason.trim()
    if (why === "") throw new Refused("Give a reason with --reason: it is recorded permanently.", EXIT.usage)
    await decide(session, output, flags, {
      decision: "skip",
      parkedStep: ({ build, park_key, position, waiting }) =>
        `drop position ${position} of ${park_key} from build ${build}, and take in the ${waiting} events behind it`,
      reactorStep: ({ name, failing }) => `move reactor ${name} past position ${failing}`,
      carryOutReactor: (name) => skipReactor(session.sql, name, operatorName(), why),
    })
  }),
).pipe(
  Command.withDescription("Skip the failing event and apply those behind it; the reason is recorded"),
  Command.withExamples([
    {
      command: 'projections skip items feed-0123456789abcdefghjk --reason "a broken import" --yes',
      description: "One key; without it all that is parked",
    },
  ]),
)

const name = Argument.optional(
  Argument.String("name").pipe(Argument.withDescription("Only of this projection or reactor")),
)

/** Lists parked keys, whose events could not be applied, and reactors that are blocked by an event. */
export const faults = Command.make("faults", { name, json }, (flags) =>
  inSession(flags, async ({ sql }, output) => {
    const only = Option.getOrNull(flags.name)
    if (only !== null) await chooseConsumers(sql, [only], false)
    const parked = await listFaults(sql, only)
    const reactors = (await reactorStatus(sql)).filter(
      (each) => each.failing !== null && (only ?? each.name) === each.name,
    )
    output.table(
      parked.map((fault) => ({
        projection: fault.name,
        build: fault.build,
        key: fault.park_key,
        position: fault.position,
        event: fault.type,
        attempts: fault.attempts,
        waiting: fault.waiting,
        decision: fault.decision,
        error: fault.error.split("\n")[0] ?? "",
      })),
    )
    if (reactors.length > 0) {
      output.say("")
      output.table(
        reactors.map((each) => ({
          reactor: each.name,
          position: each.failing,
          attempts: each.attempts,
          error: each.reason,
        })),
      )
    }
    output.document({ parked, reactors })
  }),
).pipe(
  Command.withDescription("Parked keys: which event failed, why, and how many wait behind it; and failing reactors"),
)
