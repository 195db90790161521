import type { Hex, Outpoint } from "#core/chains"
import type { Aggregate } from "#core/kernel"
import { type WaitsFor, type WithdrawalEvent, WithdrawalEvents } from "./events.ts"
import type { Speed } from "./speeds.ts"

export const OPEN_PHASES = ["requested", "approved", "built", "signed", "broadcast", "seen"] as const
export type Phase = (typeof OPEN_PHASES)[number] | "confirmed" | "cancelled" | "failed"

/** A signed transaction. All attempts of a withdrawal spend the inputs of the first, so at most one can confirm. */
export type Attempt = {
  readonly txid: Hex
  readonly raw: Hex
  readonly inputs: ReadonlyArray<Outpoint>
  readonly fee: bigint
  readonly signedMs: number
}

/** The confirmed attempt, and the part of its fee that the person could not pay. */
export type ConfirmedAttempt = Attempt & { readonly missing: bigint }

/** State of a withdrawal; null before it is requested. */
export type WithdrawalState = {
  readonly withdrawalId: string
  readonly personId: string
  readonly assetTypeId: number
  readonly amount: bigint
  /** Maximum network fee that the person agreed to. */
  readonly feeMax: bigint
  readonly speed: Speed
  readonly script: Hex
  readonly internalRecipientId: string | null
  readonly dueMs: number
  readonly approvalsNeeded: number
  /** Confirmations after which it is final; null: the usual number of its chain. */
  readonly confirmationsNeeded: number | null
  readonly approvedBy: ReadonlyArray<string>
  readonly phase: Phase
  readonly built: (Pick<Attempt, "inputs" | "fee"> & { readonly psbt: string }) | null
  /** In the order of signing. */
  readonly attempts: ReadonlyArray<Attempt>
  /** The confirmed attempt; null before confirmation. */
  readonly confirmedBy: ConfirmedAttempt | null
  /** When it was fully approved; null before. */
  readonly approvedMs: number | null
  /** Last recorded obstacle to building a transaction. */
  readonly delayed: { readonly waitsFor: WaitsFor; readonly atMs: number } | null
  /** A replacement with a higher fee failed; none is tried again. */
  readonly isBumpOver: boolean
} | null

export const Withdrawal: Aggregate<WithdrawalState, WithdrawalEvent> = {
  category: "withdrawal",
  events: WithdrawalEvents,
  initial: null,
  evolve: (state, event) => {
    if (event._tag === "wallet.WithdrawalRequested.v1") return requested(event)
    if (state === null) return null
    switch (event._tag) {
      case "wallet.ApprovalGiven.v1":
        return { ...state, approvedBy: [...state.approvedBy, event.by] }
      case "wallet.WithdrawalApproved.v1":
        return { ...state, phase: "approved", approvedMs: Date.parse(event.at), delayed: null }
      case "wallet.WithdrawalDelayed.v1":
        return { ...state, delayed: { waitsFor: event.waitsFor, atMs: Date.parse(event.at) } }
      case "wallet.WithdrawalCancelled.v1":
        return { ...state, phase: "cancelled", built: null }
      case "wallet.WithdrawalBuilt.v1": {
        const { psbt, inputs, fee } = event
        return { ...state, phase: "built", built: { psbt, inputs, fee: BigInt(fee) } }
      }
      case "wallet.WithdrawalHeldBack.v1":
        if (event.isSent) return { ...state, phase: "broadcast", built: null, isBumpOver: true }
        return {
          ...state,
          phase: "requested",
          built: null,
          approvedBy: [],
          approvalsNeeded: Math.max(1, state.approvalsNeeded),
        }
      case "wallet.WithdrawalSigned.v1": {
        const { txid, raw, fee, at } = event
        const attempt = { txid, raw, fee: BigInt(fee), inputs: state.built?.inputs ?? [], signedMs: Date.parse(at) }
        return { ...state, phase: "signed", built: null, attempts: [...state.attempts, attempt] }
      }
      case "wallet.WithdrawalBroadcast.v1":
        return { ...state, phase: "broadcast" }
      case "wallet.WithdrawalSeen.v1":
        return { ...state, phase: "seen" }
      case "wallet.WithdrawalConfirmed.v1": {
        const attempt = state.attempts.find(({ txid }) => txid === event.txid)
        const confirmedBy = attempt === undefined ? null : { ...attempt, missing: BigInt(event.missing ?? 0) }
        return { ...state, phase: "confirmed", built: null, confirmedBy }
      }
      case "wallet.WithdrawalFailed.v1":
        return { ...state, phase: "failed", built: null }
    }
  },
}

type Requested = Extract<WithdrawalEvent, { readonly _tag: "wallet.WithdrawalRequested.v1" }>

const requested = (event: Requested): WithdrawalState => {
  const {
    withdrawalId,
    personId,
    assetTypeId,
    amount,
    fee,
    speed,
    script,
    internalRecipientId,
    dueAt,
    approvalsNeeded,
  } = event
  return {
    ...{ withdrawalId, personId, assetTypeId, speed, script, internalRecipientId, approvalsNeeded },
    amount: BigInt(amount),
    feeMax: BigInt(fee),
    dueMs: Date.parse(dueAt),
    confirmationsNeeded: event.confirmationsNeeded ?? null,
    approvedBy: [],
    phase: "requested",
    built: null,
    attempts: [],
    confirmedBy: null,
    approvedMs: null,
    delayed: null,
    isBumpOver: false,
  }
}
