import { Effect, Result } from "effect"
import type { Outpoint } from "../Chain.ts"
import { abandonLost } from "./abandonLost.ts"
import { Anything, LockedUnspent } from "./answers.ts"
import type { Node } from "./Node.ts"

/** Locks coins one by one and answers those that could be: others are locked by somebody else, spent, or not there. */
export const lockCoins = Effect.fnUntraced(function* (node: Node, outpoints: ReadonlyArray<Outpoint>) {
  const answers = yield* setLocks(node, false, outpoints)
  return outpoints.filter((_, index) => Result.isSuccess(answers[index] ?? Result.fail(undefined)))
})

/** Lets coins go. Those that are not locked are passed over. */
export const releaseCoins = (node: Node, outpoints: ReadonlyArray<Outpoint>) =>
  Effect.asVoid(setLocks(node, true, outpoints))

/** From now on exactly these are locked. */
export const lockOnlyCoins = Effect.fnUntraced(function* (node: Node, outpoints: ReadonlyArray<Outpoint>) {
  yield* abandonLost(node)
  const locked = yield* node.ask(LockedUnspent, "listlockunspent")
  const keep = new Set(outpoints.map(({ txid, vout }) => `${txid}:${vout}`))
  yield* releaseCoins(
    node,
    locked.filter(({ txid, vout }) => !keep.has(`${txid}:${vout}`)),
  )
  yield* lockCoins(node, outpoints)
})

/** Each coin in a call of its own: a node takes all of a call or nothing. */
const setLocks = (node: Node, unlock: boolean, outpoints: ReadonlyArray<Outpoint>) =>
  node.callAll(
    Anything,
    "lockunspent",
    outpoints.map(({ txid, vout }) => [unlock, [{ txid, vout }]]),
  )
