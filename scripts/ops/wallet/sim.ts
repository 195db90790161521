import { Effect, Result } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { CHAIN_NAMES, type ChainName, Chains, networks, readAddress, SIM_BLOCKS_MAX, SimWorlds } from "#core/chains"
import { parseUnits } from "#core/ledger"
import { COIN_DIGITS } from "#core/wallet"
import { type PlainKey, translator } from "#src/i18n/index.ts"
import { inSession, runCommand } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json, yes } from "../lib/flags.ts"
import { runPlan } from "../lib/plan.ts"

const chain = Argument.Literals("chain", CHAIN_NAMES).pipe(Argument.withDescription("The demo chain"))
const transaction = Argument.String("transaction").pipe(
  Argument.withDescription("The transaction id of a faucet payment"),
)

type World = ReturnType<(typeof SimWorlds)["Service"]["of"]>

interface Problem {
  readonly messageKey: PlainKey
  readonly detail?: string
}

/** Runs an action on a demo chain after printing its plan. Refused if a node is configured for the chain. */
const simAct = <A extends object>(
  flags: { readonly chain: ChainName; readonly yes: boolean; readonly json: boolean },
  step: string,
  act: (world: World) => Effect.Effect<A, Problem>,
) =>
  inSession(flags, async (session, output) => {
    const { isDemo } = await session.run(Chains.useSync((chains) => chains.of(flags.chain).capabilities))
    if (!isDemo) throw new Refused(`${flags.chain} uses a node and is not a demo chain.`, EXIT.usage)
    await runPlan({ yes: flags.yes, output, steps: [`on the demo chain of ${flags.chain}: ${step}`] }, async () => {
      const done = await session.run(SimWorlds.use((worlds) => Effect.result(act(worlds.of(flags.chain)))))
      if (Result.isFailure(done)) throw new Refused(sentenceOf(done.failure))
      for (const [name, value] of Object.entries(done.success)) output.say(`${name}: ${value}`)
      return done.success
    })
  })

const sentenceOf = ({ messageKey, detail }: Problem): string =>
  `${translator("en")(messageKey)}${detail === undefined ? "" : ` (${detail})`}`

const address = Argument.String("address").pipe(
  Argument.withDescription("An address of the demo chain; it starts with demo"),
)
const amount = Argument.String("amount").pipe(Argument.withDescription("Coins, for example 0.5; at most 100"))

const faucet = Command.make("faucet", { chain, address, amount, yes, json }, (flags) =>
  Effect.suspend(() => {
    const read = readAddress(networks[flags.chain].demo, flags.address)
    const units = parseUnits(flags.amount, COIN_DIGITS)
    if (Result.isFailure(read)) return refuse(flags, `${flags.address} is not an address of this demo chain.`)
    if (typeof units !== "bigint") return refuse(flags, `${flags.amount} is not an amount of coins.`)
    return simAct(flags, `pay ${flags.amount} ${flags.chain} to ${read.success.text}`, (world) =>
      Effect.map(world.faucet({ script: read.success.script, amount: units }), (txid) => ({ transaction: txid })),
    )
  }),
).pipe(Command.withDescription("Pay demo coins to an address; they confirm in the next block"))

const refuse = (flags: { readonly json: boolean }, sentence: string) =>
  runCommand(flags, async () => {
    throw new Refused(sentence, EXIT.usage)
  })

const blocks = Flag.Int("blocks").pipe(Flag.withDescription("Number of blocks, 1 by default"), Flag.withDefault(1))
const depth = Argument.Int("depth").pipe(Argument.withDescription("Number of blocks to undo"))
const lost = Flag.Boolean("lost").pipe(
  Flag.withDescription("Drop their transactions instead of returning them to the mempool"),
  Flag.withDefault(false),
)

type Flags = { readonly json: boolean }

const mine = Command.make("mine", { chain, blocks, yes, json }, (flags) =>
  bounded(flags, flags.blocks, () =>
    simAct(flags, `mine ${flags.blocks === 1 ? "one block" : `${flags.blocks} blocks`}`, (world) =>
      Effect.map(world.mine(flags.blocks), ({ height, hash }) => ({ height, hash })),
    ),
  ),
).pipe(Command.withDescription("Mine blocks now; the first one contains the mempool"))

const reorg = Command.make("reorg", { chain, depth, lost, yes, json }, (flags) =>
  bounded(flags, flags.depth, () =>
    simAct(flags, `undo the last ${flags.depth} blocks and mine ${flags.depth + 1} empty ones`, (world) =>
      Effect.map(world.reorg(flags.depth, flags.lost), ({ height, hash }) => ({ height, hash })),
    ),
  ),
).pipe(Command.withDescription("Undo the last blocks in favour of a longer branch"))

const bounded = (flags: Flags, count: number, act: () => Effect.Effect<void>) =>
  count >= 1 && count <= SIM_BLOCKS_MAX
    ? act()
    : runCommand(flags, async () => {
        throw new Refused(`The number of blocks is 1 to ${SIM_BLOCKS_MAX}.`, EXIT.usage)
      })

const bump = Command.make("bump", { chain, transaction, yes, json }, (flags) =>
  simAct(flags, `replace ${flags.transaction} with a higher fee`, (world) =>
    Effect.map(world.bump(flags.transaction), (txid) => ({ transaction: txid })),
  ),
).pipe(Command.withDescription("Replace a faucet payment with a higher fee"))

const doubleSpend = Command.make("double-spend", { chain, transaction, yes, json }, (flags) =>
  simAct(flags, `spend the coins of ${flags.transaction} back to the faucet`, (world) =>
    Effect.map(world.doubleSpend(flags.transaction), (txid) => ({ transaction: txid })),
  ),
).pipe(Command.withDescription("Double-spend the coins of a faucet payment in a block"))

export const sim = Command.make("sim").pipe(
  Command.withDescription("Control the demo chains, which have no real coins"),
  Command.withSubcommands([faucet, mine, reorg, bump, doubleSpend]),
)
