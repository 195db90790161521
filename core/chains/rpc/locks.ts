import { Effect, Result } from "effect"
import type { Outpoint } from "../Chain.ts"
import { abandonLost } from "./abandonLost.ts"
import { LockedUnspent, UnknownAnswer } from "./answers.ts"
import type { Node } from "./Node.ts"

/** Locks coins one by one and returns those that succeeded: others are locked already, spent, or unknown. */
export const lockCoins = Effect.fnUntraced(function* (node: Node, outpoints: ReadonlyArray<Outpoint>) {
  const answers = yield* setLocks(node, false, outpoints)
  return outpoints.filter((_, index) => Result.isSuccess(answers[index] ?? Result.fail(undefined)))
})

/** Unlocks coins; ignores those that are not locked. */
export const releaseCoins = (node: Node, outpoints: ReadonlyArray<Outpoint>) =>
  Effect.asVoid(setLocks(node, true, outpoints))

/** Locks exactly these coins and unlocks all others. */
export const lockOnlyCoins = Effect.fnUntraced(function* (node: Node, outpoints: ReadonlyArray<Outpoint>) {
  yield* abandonLost(node)
  const locked = yield* node.request(LockedUnspent, "listlockunspent")
  const keep = new Set(outpoints.map(({ txid, vout }) => `${txid}:${vout}`))
  yield* releaseCoins(
    node,
    locked.filter(({ txid, vout }) => !keep.has(`${txid}:${vout}`)),
  )
  yield* lockCoins(node, outpoints)
})

/** One call per coin: a node applies a call completely or not at all. */
const setLocks = (node: Node, unlock: boolean, outpoints: ReadonlyArray<Outpoint>) =>
  node.callAll(
    UnknownAnswer,
    "lockunspent",
    outpoints.map(({ txid, vout }) => [unlock, [{ txid, vout }]]),
  )
