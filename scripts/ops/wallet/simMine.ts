import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { SIM_BLOCKS_MAX } from "#core/chains"
import { carriedOut } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json, yes } from "../lib/flags.ts"
import { chain, simAct } from "./simAct.ts"

const blocks = Flag.Int("blocks").pipe(Flag.withDescription("How many, 1 unless told otherwise"), Flag.withDefault(1))
const depth = Argument.Int("depth").pipe(Argument.withDescription("How many of the newest blocks are undone"))
const lost = Flag.Boolean("lost").pipe(
  Flag.withDescription("What was in them is gone, instead of waiting again"),
  Flag.withDefault(false),
)

type Flags = { readonly json: boolean }

/** Mines blocks at once. */
export const mine = Command.make("mine", { chain, blocks, yes, json }, (flags) =>
  bounded(flags, flags.blocks, () =>
    simAct(flags, `mine ${flags.blocks === 1 ? "one block" : `${flags.blocks} blocks`}`, (world) =>
      Effect.map(world.mine(flags.blocks), ({ height, hash }) => ({ height, hash })),
    ),
  ),
).pipe(Command.withDescription("Mine blocks at once; the first takes in what waits"))

/** Makes another branch the chain. */
export const reorg = Command.make("reorg", { chain, depth, lost, yes, json }, (flags) =>
  bounded(flags, flags.depth, () =>
    simAct(flags, `undo the newest ${flags.depth} and mine ${flags.depth + 1} empty blocks instead`, (world) =>
      Effect.map(world.reorg(flags.depth, flags.lost), ({ height, hash }) => ({ height, hash })),
    ),
  ),
).pipe(Command.withDescription("Undo the newest blocks; another, longer branch becomes the chain"))

const bounded = (flags: Flags, count: number, act: () => Effect.Effect<void>) =>
  count >= 1 && count <= SIM_BLOCKS_MAX
    ? act()
    : carriedOut(flags, async () => {
        throw new Refused(`Ask for 1 to ${SIM_BLOCKS_MAX} blocks.`, EXIT.usage)
      })
