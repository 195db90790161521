import type { Standing } from "../chain/Chain.ts"
import type { Network } from "../chain/networks.ts"
import { SPEED_BLOCKS } from "./quote.ts"
import type { Attempt, WithdrawalState } from "./Withdrawal.ts"

type Open = NonNullable<WithdrawalState>

/** What a look at the chain leads to. */
export type Seen =
  | { readonly _tag: "Confirmed"; readonly attempt: Attempt; readonly height: number }
  | { readonly _tag: "Failed"; readonly conflictTxid: string }
  | { readonly _tag: "Seen"; readonly txid: string }
  /** Nobody has it any more, or nobody ever had: it is handed over again. */
  | { readonly _tag: "Again"; readonly attempt: Attempt }
  /** It takes too long, and a higher fee was agreed to. */
  | { readonly _tag: "Bump" }
  | { readonly _tag: "Nothing" }

/** Transactions that one withdrawal has at most, each with a higher fee. */
export const ATTEMPTS_MAX = 5
/** How many times as long as its speed says a transaction waits before it gets a higher fee. */
const BUMP_PATIENCE = 3

/**
 * What follows from how each transaction of a withdrawal stands, in the order in which they were signed. They all spend the
 * same coins, so the first that confirms is the payment; it can never come only once each of them lost a coin to a
 * transaction that is none of them, in a block that is deep.
 */
export const decideLook = (
  state: Open,
  standings: ReadonlyArray<Standing>,
  {
    network,
    nowMs,
    replacesByFee,
  }: { readonly network: Network; readonly nowMs: number; readonly replacesByFee: boolean },
): Seen => {
  const { attempts, phase } = state
  const pairs = attempts.flatMap((attempt, index) => {
    const standing = standings[index]
    return standing === undefined ? [] : [{ attempt, standing }]
  })
  const last = pairs.at(-1)
  if (last === undefined) return { _tag: "Nothing" }

  for (const { attempt, standing } of pairs) {
    if (standing._tag !== "Confirmed") continue
    if (standing.confirmations >= network.confirmations.usual)
      return { _tag: "Confirmed", attempt, height: standing.block.height }
    return seen(phase, attempt)
  }

  const own = new Set(attempts.map(({ txid }) => txid))
  const lost = pairs.filter(
    ({ standing }) =>
      standing._tag === "Conflicted" && !own.has(standing.by) && standing.confirmations >= network.confirmations.large,
  )
  const [proof] = lost
  if (lost.length === pairs.length && proof?.standing._tag === "Conflicted")
    return { _tag: "Failed", conflictTxid: proof.standing.by }

  const waiting = pairs.findLast(({ standing }) => standing._tag === "Mempool")
  if (waiting === undefined) return last.standing._tag === "Absent" ? { _tag: "Again", attempt: last.attempt } : NOTHING
  const { attempt } = waiting
  if (phase === "broadcast") return seen(phase, attempt)
  const waitedMs = nowMs - last.attempt.signedMs
  const patienceMs = BUMP_PATIENCE * SPEED_BLOCKS[state.speed] * network.blockSeconds * 1_000
  const isBumped = replacesByFee && !state.isBumpOver && attempts.length < ATTEMPTS_MAX && attempt === last.attempt
  return isBumped && phase === "seen" && waitedMs >= patienceMs ? { _tag: "Bump" } : NOTHING
}

const NOTHING = { _tag: "Nothing" } as const
const seen = (phase: Open["phase"], { txid }: Attempt): Seen =>
  phase === "broadcast" ? { _tag: "Seen", txid } : NOTHING
