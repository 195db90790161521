import type { GIFT_PERIODS, OnLeave, TermPeriods } from "#contract/subscriptions"
import type { GiftReturnReason } from "#core/subscriptions"

/** The simulated assets by id, with the chain of each. */
export const CHAINS = { 1: "BTC", 2: "BCH", 3: "LTC" } as const
export type Asset = keyof typeof CHAINS

/** The account with a person's available balance. */
export const available = (person: string, asset: Asset): string => `available:${asset}:${person}`

/** Units are decimal text, so that an operation can be sent to another process and printed. */
type Units = string

/** An operation of the wallet or an event on a chain. */
export type Operation =
  | { kind: "transfer"; from: string; to: string; asset: Asset; amount: Units; fee: Units }
  | { kind: "donate"; from: string; to: string; asset: Asset; amount: Units; message: string }
  | { kind: "hold"; holdId: string; person: string; asset: Asset; amount: Units; expiresAtMs: number | null }
  | { kind: "post"; holdId: string; asset: Asset; to: string | null; amount: Units }
  | { kind: "void"; holdId: string }
  | { kind: "expire"; holdId: string }
  | { kind: "freeze"; person: string; isFrozen: boolean }
  | { kind: "flush" }
  | { kind: "address"; person: string; asset: Asset; wantsNew: boolean }
  | { kind: "scan"; asset: Asset }
  | { kind: "faucet"; asset: Asset; script: string; amount: Units }
  | { kind: "mine"; asset: Asset; blocks: number }
  | { kind: "reorg"; asset: Asset; depth: number; isLost: boolean }
  | { kind: "doubleSpend"; asset: Asset; txid: string }
  | { kind: "bump"; asset: Asset; txid: string }
  | { kind: "evict"; asset: Asset; txid: string }
  | { kind: "away"; asset: Asset; isAway: boolean }
  | {
      kind: "withdraw"
      person: string
      asset: Asset
      entryId: string
      address: string
      amount: Units
      fee: Units
      speed: Speed
    }
  /** Null: an operator rejects it. */
  | { kind: "cancel"; withdrawalId: string; person: string | null }
  | { kind: "approve"; withdrawalId: string; operator: string }
  | { kind: "stop"; asset: Asset | null; isStopped: boolean }
  /** The worker processes withdrawals as far as possible, or crashes at a point in between. */
  | { kind: "send"; asset: Asset; dieAt: string | null }
  /** Someone else with our keys spends the coins of a withdrawal, and a miner includes that. */
  | { kind: "rival"; asset: Asset; inputs: ReadonlyArray<Outpoint>; script: string; change: string }
  /** A miner includes a transaction that all others have replaced, in place of the last blocks. */
  | { kind: "takeEarlier"; asset: Asset; raw: string; undone: number }
  | SubscriptionOperation
  /** Payers send transactions again that a chain has lost. */
  | { kind: "resend"; asset: Asset; raw: string }

/** An operation on the rules of subscriptions, by people or by the worker. Rates are dollars a coin. */
export type SubscriptionOperation =
  | {
      kind: "subscribe"
      person: string
      number: number
      rate: string
      weights: ReadonlyArray<readonly [string, number]>
      terms: {
        readonly msf: Units
        readonly assetTypeId: number
        readonly periods: TermPeriods
        readonly autoRenew: boolean
        readonly onLeave: OnLeave
      } | null
      intent: "active" | "paused" | "cancelled" | null
      seat: { readonly creatorId: string; readonly channelId: number; readonly isWanted: boolean } | null
      pays: boolean
    }
  /** A person pays a subscription for somebody else, somebody claims it, or it goes back. */
  | {
      kind: "buyGift"
      person: string
      creator: string
      channelId: number
      msf: Units
      assetTypeId: number
      periods: (typeof GIFT_PERIODS)[number]
      rate: string
    }
  | { kind: "claimGift"; person: string; payer: string; giftId: string }
  | { kind: "returnGift"; person: string; giftId: string; reason: GiftReturnReason }
  /** A creator passes on a part of what they are paid, in thousandths. */
  | { kind: "forward"; person: string; to: string; perMille: number }
  /** Sharing by reading time: turned on or off, with the parts that a browser reports, in thousandths. */
  | {
      kind: "read"
      person: string
      number: number
      isOn: boolean
      parts: ReadonlyArray<readonly [string, number]> | null
    }
  | { kind: "addRule"; person: string; msf: Units; rate: string }
  | { kind: "refund"; person: string; number: number }
  /** A creator leaves all rules. */
  | { kind: "leave"; creator: string; people: ReadonlyArray<string>; rules: number }
  /** The worker renews the rules that are due, ends them, and reminds payers. */
  | { kind: "settle"; people: ReadonlyArray<string>; rules: number; rate: string }
  /** The worker pays out cycles that are over. */
  | {
      kind: "payday"
      cycles: ReadonlyArray<{ readonly personId: string; readonly number: number; readonly n: number }>
    }
  /** Asks what is open to a person with each creator. */
  | { kind: "levels"; person: string; creators: ReadonlyArray<string> }

export type Outpoint = { readonly txid: string; readonly vout: number }
export const SPEEDS = ["slow", "normal", "fast"] as const
export type Speed = (typeof SPEEDS)[number]

export type Kind = Operation["kind"]

/** A requested operation: the id of its command and the simulated time. */
export type OperationRequest = { readonly commandId: string; readonly atMs: number; readonly operation: Operation }

/** The result: `Done`, the name of a refusal, or `Lost` if it is unknown. */
export type Answer = {
  readonly tag: string
  readonly position?: number
  readonly repeated?: boolean
  /** The assigned address, or why it is unknown. */
  readonly detail?: string
}

/** Operations outside the wallet: not repeated, because their traces are on the chain. */
const OUTSIDE: ReadonlySet<Kind> = new Set<Kind>([
  "faucet",
  "mine",
  "reorg",
  "doubleSpend",
  "bump",
  "evict",
  "rival",
  "takeEarlier",
  "resend",
])
export const isOutside = ({ kind }: Operation): boolean => OUTSIDE.has(kind)

/** Answers that say nothing about the books. */
export const PLAIN: ReadonlySet<Operation["kind"]> = new Set(["away", "stop", "flush", "levels"])

/** Operations that may move money of subscriptions, which the log shows. */
const SUBSCRIPTIONS: ReadonlySet<Kind> = new Set<Kind>([
  ...(["subscribe", "addRule", "refund", "leave", "settle", "payday"] as const),
  ...(["buyGift", "claimGift", "returnGift", "forward", "read"] as const),
])
export const isSubscription = (operation: Operation): operation is SubscriptionOperation =>
  SUBSCRIPTIONS.has(operation.kind)

/** Jobs of a worker: each executes several commands. */
const JOBS: ReadonlySet<Kind> = new Set<Kind>(["scan", "send", "settle", "payday", "leave", "levels"])
export const isJob = ({ kind }: Operation): boolean => JOBS.has(kind)

/** A worker crashes only once at a requested point. */
export const repeatRequest = (requested: OperationRequest): OperationRequest =>
  requested.operation.kind === "send" ? { ...requested, operation: { ...requested.operation, dieAt: null } } : requested

export const lookedAt = (operation: Operation): ReadonlyArray<Asset> =>
  operation.kind === "scan" ? [operation.asset] : []
