import type { Network, TransactionStatus } from "#core/chains"
import { SPEED_BLOCKS } from "./quote.ts"
import type { Attempt, WithdrawalState } from "./Withdrawal.ts"

type Open = NonNullable<WithdrawalState>

/** Finding from the chain about a withdrawal. */
export type ChainFinding =
  | { readonly _tag: "Confirmed"; readonly attempt: Attempt; readonly height: number }
  | { readonly _tag: "Failed"; readonly conflictTxid: string }
  | { readonly _tag: "Seen"; readonly txid: string }
  /** No node has the transaction: broadcast it again. */
  | { readonly _tag: "Rebroadcast"; readonly attempt: Attempt }
  /** Confirmation takes too long, and a higher fee is within the agreement. */
  | { readonly _tag: "Bump" }
  | { readonly _tag: "Nothing" }

/** Maximum attempts of one withdrawal. */
export const ATTEMPTS_MAX = 5
/** Maximum attempts if the network rejects the last one for its fee. */
const RAISES_MAX = 12
/** Multiple of the expected time after which the fee is raised. */
const BUMP_PATIENCE = 3

/**
 * Decides from the status of every attempt, in the order of signing. All attempts spend the same coins, so the first
 * confirmed one is the payment. The withdrawal has failed only if every attempt lost an input to a foreign transaction
 * in a deep block.
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
    /** The network has just rejected the last attempt. */
    readonly isRefused?: boolean
  },
): ChainFinding => {
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
    // A replacement may have lost an input that earlier attempts do not have.
    const absent = pairs.findLast(({ status }) => status._tag === "Absent")
    return absent === undefined ? NOTHING : { _tag: "Rebroadcast", attempt: absent.attempt }
  }
  const { attempt } = waiting
  // If the replacement is rejected, the earlier attempt is the one in flight; the next replacement pays more than both.
  const isBefore = isRefused && attempt !== last.attempt
  if (phase === "broadcast" || isBefore) return { _tag: "Seen", txid: attempt.txid }
  const waitedMs = nowMs - last.attempt.signedMs
  const patienceMs = BUMP_PATIENCE * SPEED_BLOCKS[state.speed] * network.blockSeconds * 1_000
  const isBumped = replacesByFee && !state.isBumpOver && attempts.length < ATTEMPTS_MAX
  return isBumped && phase === "seen" && waitedMs >= patienceMs ? { _tag: "Bump" } : NOTHING
}

/**
 * Whether an attempt that was rejected for its fee, and that no node has, is replaced by one that pays more. This needs
 * no replace-by-fee support, and both spend the same coins. It first waits one block for lower fees.
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

/** Finding about a confirmed withdrawal. `Deep`: nothing can undo it. */
type Guarded =
  | { readonly _tag: "Deep" }
  /** By another attempt than recorded. */
  | { readonly _tag: "Confirmed"; readonly attempt: Attempt; readonly height: number }
  | { readonly _tag: "Failed"; readonly conflictTxid: string }
  | { readonly _tag: "Rebroadcast"; readonly attempt: Attempt }
  | { readonly _tag: "Nothing" }

/**
 * Decides from the status of the attempts of a confirmed withdrawal. After a reorganisation it is broadcast again,
 * another attempt takes its place, or it has failed if its coins are lost.
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
  // Earlier attempts may not need the input that the confirmed one lost.
  const again = absent.find(({ attempt }) => attempt.txid === confirmedBy?.txid) ?? absent.at(-1)
  return again === undefined ? NOTHING : { _tag: "Rebroadcast", attempt: again.attempt }
}

type Pair = { readonly attempt: Attempt; readonly status: TransactionStatus }

const pairsOf = (attempts: ReadonlyArray<Attempt>, statuses: ReadonlyArray<TransactionStatus>): ReadonlyArray<Pair> =>
  attempts.flatMap((attempt, index) => {
    const status = statuses[index]
    return status === undefined ? [] : [{ attempt, status }]
  })

/** The deep foreign transaction that took an input from every attempt; null while an attempt can still confirm. */
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
const seen = (phase: Open["phase"], { txid }: Attempt): ChainFinding =>
  phase === "broadcast" ? { _tag: "Seen", txid } : NOTHING
