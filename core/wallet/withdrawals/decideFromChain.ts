import type { Network, TransactionStatus } from "#core/chains"
import { SPEED_BLOCKS } from "./quote.ts"
import type { Attempt, WithdrawalState } from "./Withdrawal.ts"

type Open = NonNullable<WithdrawalState>

/** What a look at the chain leads to. */
export type Seen =
  | { readonly _tag: "Confirmed"; readonly attempt: Attempt; readonly height: number }
  | { readonly _tag: "Failed"; readonly conflictTxid: string }
  | { readonly _tag: "Seen"; readonly txid: string }
  /** Nobody has it any more, or nobody ever had: it is handed over again. */
  | { readonly _tag: "Rebroadcast"; readonly attempt: Attempt }
  /** It takes too long, and a higher fee was agreed to. */
  | { readonly _tag: "Bump" }
  | { readonly _tag: "Nothing" }

/** Transactions that one withdrawal has at most, each with a higher fee. */
export const ATTEMPTS_MAX = 5
/** The same where the network would not have the last one at all. */
const RAISES_MAX = 12
/** How many times as long as its speed says a transaction waits before it gets a higher fee. */
const BUMP_PATIENCE = 3

/**
 * What follows from how each transaction of a withdrawal stands, in the order in which they were signed. They all spend the
 * same coins, so the first that confirms is the payment; it can never come only once each of them lost a coin to a
 * transaction that is none of them, in a block that is deep.
 */
export const decideFromChain = (
  state: Open,
  statuses: ReadonlyArray<TransactionStatus>,
  {
    network,
    nowMs,
    replacesByFee,
    isRefused = false,
  }: {
    readonly network: Network
    readonly nowMs: number
    readonly replacesByFee: boolean
    /** The network has just refused its last transaction. */
    readonly isRefused?: boolean
  },
): Seen => {
  const { attempts, phase } = state
  const pairs = pairsOf(attempts, statuses)
  const last = pairs.at(-1)
  if (last === undefined) return { _tag: "Nothing" }

  for (const { attempt, status } of pairs) {
    if (status._tag !== "Confirmed") continue
    if (status.confirmations >= (state.confirmationsNeeded ?? network.confirmations.usual))
      return { _tag: "Confirmed", attempt, height: status.block.height }
    return seen(phase, attempt)
  }

  const conflictTxid = conflictOf(attempts, pairs, network)
  if (conflictTxid !== null) return { _tag: "Failed", conflictTxid }

  const waiting = pairs.findLast(({ status }) => status._tag === "Mempool")
  if (waiting === undefined) {
    // A replacement may have lost a coin that those before it do not need.
    const absent = pairs.findLast(({ status }) => status._tag === "Absent")
    return absent === undefined ? NOTHING : { _tag: "Rebroadcast", attempt: absent.attempt }
  }
  const { attempt } = waiting
  // What was to replace it may be refused: then this one is what waits, and the next one pays more than both.
  const isBefore = isRefused && attempt !== last.attempt
  if (phase === "broadcast" || isBefore) return { _tag: "Seen", txid: attempt.txid }
  const waitedMs = nowMs - last.attempt.signedMs
  const patienceMs = BUMP_PATIENCE * SPEED_BLOCKS[state.speed] * network.blockSeconds * 1_000
  const isBumped = replacesByFee && !state.isBumpOver && attempts.length < ATTEMPTS_MAX
  return isBumped && phase === "seen" && waitedMs >= patienceMs ? { _tag: "Bump" } : NOTHING
}

/**
 * Whether one that the network refused for its fee, and that nobody has, is answered by one that pays more. No node needs to
 * know replacements for that, and as both spend the same coins, one of them at most can confirm. It is for one block that
 * lower fees are hoped for.
 */
export const mayRaise = (
  { attempts }: Pick<Open, "attempts">,
  absent: Attempt,
  { network, nowMs }: { readonly network: Network; readonly nowMs: number },
): boolean => {
  const last = attempts.at(-1)
  const isLast = last !== undefined && absent.txid === last.txid
  return isLast && attempts.length < RAISES_MAX && nowMs - last.signedMs >= network.blockSeconds * 1_000
}

/** What a look leads to at a withdrawal that has arrived. `Deep`: nothing can undo it any more. */
type Guarded =
  | { readonly _tag: "Deep" }
  /** By another of its transactions than is known. */
  | { readonly _tag: "Confirmed"; readonly attempt: Attempt; readonly height: number }
  | { readonly _tag: "Failed"; readonly conflictTxid: string }
  | { readonly _tag: "Rebroadcast"; readonly attempt: Attempt }
  | { readonly _tag: "Nothing" }

/**
 * What follows of how the transactions of a withdrawal stand that has arrived. A reorganisation throws it out: then it is
 * handed over again, or another one of them takes its place, or, where its coins are lost for good, it has failed after all.
 */
export const decideAfterConfirm = (
  { attempts, confirmedBy, confirmationsNeeded }: Pick<Open, "attempts" | "confirmedBy" | "confirmationsNeeded">,
  statuses: ReadonlyArray<TransactionStatus>,
  network: Network,
): Guarded => {
  const pairs = pairsOf(attempts, statuses)
  for (const { attempt, status } of pairs) {
    if (status._tag !== "Confirmed") continue
    const { confirmations, block } = status
    const isEnough = confirmations >= (confirmationsNeeded ?? network.confirmations.usual)
    if (attempt.txid !== confirmedBy?.txid)
      return isEnough ? { _tag: "Confirmed", attempt, height: block.height } : NOTHING
    return confirmations >= network.windowBlocks ? { _tag: "Deep" } : NOTHING
  }
  const conflictTxid = conflictOf(attempts, pairs, network)
  if (conflictTxid !== null) return { _tag: "Failed", conflictTxid }
  if (pairs.some(({ status }) => status._tag === "Mempool")) return NOTHING
  const absent = pairs.filter(({ status }) => status._tag === "Absent")
  // Where the one that had arrived lost a coin, those before it may not need that one.
  const again = absent.find(({ attempt }) => attempt.txid === confirmedBy?.txid) ?? absent.at(-1)
  return again === undefined ? NOTHING : { _tag: "Rebroadcast", attempt: again.attempt }
}

type Pair = { readonly attempt: Attempt; readonly status: TransactionStatus }

const pairsOf = (attempts: ReadonlyArray<Attempt>, statuses: ReadonlyArray<TransactionStatus>): ReadonlyArray<Pair> =>
  attempts.flatMap((attempt, index) => {
    const status = statuses[index]
    return status === undefined ? [] : [{ attempt, status }]
  })

/** What took a coin from every transaction, is none of them, and is deep; null where one of them may still come. */
const conflictOf = (
  attempts: ReadonlyArray<Attempt>,
  pairs: ReadonlyArray<Pair>,
  { confirmations }: Network,
): string | null => {
  const own = new Set(attempts.map(({ txid }) => txid))
  const rivals = pairs.flatMap(({ status }) =>
    status._tag === "Conflicted" && !own.has(status.by) && status.confirmations >= confirmations.large
      ? [status.by]
      : [],
  )
  return rivals.length === pairs.length ? (rivals[0] ?? null) : null
}

const NOTHING = { _tag: "Nothing" } as const
const seen = (phase: Open["phase"], { txid }: Attempt): Seen =>
  phase === "broadcast" ? { _tag: "Seen", txid } : NOTHING
