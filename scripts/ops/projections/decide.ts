import { Option } from "effect"
import { Argument } from "effect/cli"
import { decideFaults, listFaults, type ParkedKey, type ReactorStatus } from "#projections/runner"
import { chosenConsumers } from "../lib/consumers.ts"
import { driven } from "../lib/driven.ts"
import { EXIT } from "../lib/exit.ts"
import { operatorName } from "../lib/operator.ts"
import type { Output } from "../lib/output.ts"
import { planned } from "../lib/plan.ts"
import type { Session } from "../lib/session.ts"
import { terminal } from "../lib/terminal.ts"

/** How long a command waits for the runner to carry a decision out. A runner looks for decisions once a second. */
const CARRY_OUT_MS_MAX = 10_000
const POLL_MS = 50

export const decidedName = Argument.String("name").pipe(Argument.withDescription("A projection or a reactor"))
export const decidedKey = Argument.String("key").pipe(
  Argument.withDescription("The parked key (a stream); all parked keys without it"),
  Argument.optional,
)

type Given = {
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

/** Records what is to become of events that failed, and waits until the runner has done it. */
export const decide = async (session: Session, output: Output, given: Given, deciding: Deciding): Promise<void> => {
  const { sql } = session
  const { name, yes } = given
  const { reactors } = await chosenConsumers(sql, [name], false)
  const failing = reactors.filter((each) => each.failing !== null)
  if (reactors.length > 0) {
    await planned({ yes, output, steps: failing.map(deciding.reactorStep) }, async () => ({
      name,
      position: await deciding.carryOutReactor(name),
    }))
    return
  }
  const key = Option.getOrUndefined(given.key)
  const parked = (await listFaults(sql, name)).filter(({ park_key }) => key === undefined || park_key === key)
  await planned({ yes, output, steps: parked.map(deciding.parkedStep) }, async () => {
    const { decision } = deciding
    const decided = await decideFaults(
      sql,
      { name, key },
      { decision, by: operatorName(), reason: given.reason || null },
    )
    const wasDecided = ({ build, park_key }: ParkedKey) =>
      decided.some((each) => each.build === build && each.park_key === park_key)
    const left = (await driven(session, () => carriedOut(session, name))).filter(wasDecided)
    for (const each of left) output.say(`Still parked: position ${each.position} of ${each.park_key}: ${why(each)}`)
    if (left.length === 0) output.say(`${name}: nothing of it is parked any more`)
    else terminal().exitCode = EXIT.failed
    return { decided, parked: left }
  })
}

/** What is still parked once no decision waits to be carried out. */
const carriedOut = async ({ sql }: Session, name: string): Promise<ReadonlyArray<ParkedKey>> => {
  const until = performance.now() + CARRY_OUT_MS_MAX
  for (;;) {
    const parked = await listFaults(sql, name)
    if (parked.every(({ decision }) => decision === null) || performance.now() > until) return parked
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

const why = ({ decision, error }: ParkedKey): string =>
  decision === null ? (error.split("\n")[0] ?? "") : "the decision waits for a runner. Is the build paused?"
