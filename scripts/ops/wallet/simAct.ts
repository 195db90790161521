import { Effect, Result } from "effect"
import { Argument } from "effect/cli"
import { CHAIN_NAMES, type ChainName, Chains, SimWorlds } from "#core/chains"
import { type PlainKey, translator } from "#src/i18n/index.ts"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { planned } from "../lib/plan.ts"

export const chain = Argument.Literals("chain", CHAIN_NAMES).pipe(Argument.withDescription("Which of the demo chains"))
export const transaction = Argument.String("transaction").pipe(
  Argument.withDescription("The payment of the faucet, by the id of its transaction"),
)

type World = ReturnType<(typeof SimWorlds)["Service"]["of"]>

interface Problem {
  readonly messageKey: PlainKey
  readonly detail?: string
}

/** Makes something happen on a demo chain, after its plan; says what came of it. Where a node is configured there is none. */
export const simAct = <A extends object>(
  flags: { readonly chain: ChainName; readonly yes: boolean; readonly json: boolean },
  step: string,
  act: (world: World) => Effect.Effect<A, Problem>,
) =>
  inSession(flags, async (session, output) => {
    const { isDemo } = await session.run(Chains.useSync((chains) => chains.of(flags.chain).capabilities))
    if (!isDemo) throw new Refused(`${flags.chain} has a node: what happens there is not up to us.`, EXIT.usage)
    await planned({ yes: flags.yes, output, steps: [`on the demo chain of ${flags.chain}: ${step}`] }, async () => {
      const done = await session.run(SimWorlds.use((worlds) => Effect.result(act(worlds.of(flags.chain)))))
      if (Result.isFailure(done)) throw new Refused(sentenceOf(done.failure))
      for (const [name, value] of Object.entries(done.success)) output.say(`${name}: ${value}`)
      return done.success
    })
  })

const sentenceOf = ({ messageKey, detail }: Problem): string =>
  `${translator("en")(messageKey)}${detail === undefined ? "" : ` (${detail})`}`
