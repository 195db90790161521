import type { DepartureReason, OnLeave } from "#contract/subscriptions"
import type { FreeAccessKind, MissedReason } from "#core/subscriptions"
import { is, orNull, type RowOf, table } from "#projections/runner"

/** A creator in a rule. */
export type ListedCreator = { readonly creatorId: string; readonly weight: number; readonly since: string }

/** Premium with a creator in a rule: the agreed monthly price, and until when it is paid. */
export type ListedSeat = {
  readonly creatorId: string
  readonly channelId: number
  readonly pmsf: string
  readonly until: string
  readonly isRenewing: boolean
}

/** What creators get of a cycle by reading time, in thousandths. */
export type ListedReading = {
  readonly n: number
  readonly parts: ReadonlyArray<{ readonly creatorId: string; readonly perMille: number }>
  readonly setAt: string
}

/** What was paid for a premium seat in a period, and what became of it; null while the period is open. */
export type ListedSeatCharge = {
  readonly creatorId: string
  readonly units: string
  readonly from: string
  readonly closed: (Omit<ListedShare, "creatorId"> & { readonly cut: string; readonly returned: string }) | null
}

/** The rules of people, with the term that was paid last. */
export const subscriptionRule = table(
  "subscription_rule",
  {
    person_id: is.text,
    /** The number among the person's rules, from 1. */
    number: is.int,
    /** Terms of the next charge. The fee is in minor units of the base currency. */
    asset_type_id: is.int,
    currency_id: is.int,
    msf: is.amount,
    periods: is.int,
    auto_renew: is.bool,
    on_leave: is.textOf<OnLeave>(),
    intent: is.textOf<"active" | "paused" | "cancelled">(),
    creators: is.json<ReadonlyArray<ListedCreator>>(),
    /** Creators whose channel operators withhold, and who return when it is given back. */
    withheld: is.json<ReadonlyArray<string>>(),
    seats: is.json<ReadonlyArray<ListedSeat>>(),
    /** Sharing by reading time, and the parts that were set last. */
    is_by_reading: is.bool,
    reading: orNull(is.json<ListedReading>()),
    /** The last cycle; 0 if nothing was ever charged. */
    last_cycle: is.int,
    /** The paid term; null after access has ended. */
    starts_at: orNull(is.at),
    ends_at: orNull(is.at),
    /** Why the renewal was not charged, and the end of the grace period. */
    missed: orNull(is.textOf<MissedReason>()),
    grace_until: orNull(is.at),
    /** The last reminder of the next renewal: so many days before it. */
    reminded_days: orNull(is.int),
    /** When the worker has to look at the rule; null without a term. */
    due_at: orNull(is.at),
    added_at: is.at,
  },
  {
    key: ["person_id", "number"],
    indexes: [
      "(due_at) where due_at is not null",
      "using gin (creators jsonb_path_ops)",
      "using gin (withheld jsonb_path_ops)",
    ],
  },
)
export type RuleRow = RowOf<typeof subscriptionRule.columns>

/** A payment to a creator, and what they passed on of it, which it contains. */
export type ListedShare = {
  readonly creatorId: string
  readonly units: string
  readonly forwarded?: ReadonlyArray<{ readonly toId: string; readonly perMille: number; readonly units: string }>
}

/** Paid periods, each with how it was shared. */
export const subscriptionCycle = table(
  "subscription_cycle",
  {
    person_id: is.text,
    number: is.int,
    n: is.int,
    asset_type_id: is.int,
    units: is.amount,
    /** The monthly fee in minor units of the base currency, and the rate at which it was priced. */
    currency_id: is.int,
    msf: is.amount,
    snapshot_id: is.text,
    starts_at: is.at,
    ends_at: is.at,
    charged_at: is.at,
    /** What was paid out and returned; null while the cycle is open. */
    closed_at: orNull(is.at),
    shares: is.json<ReadonlyArray<ListedShare>>(),
    cut: is.amount,
    returned: is.amount,
    /** Premium seats, which `units`, `cut` and `returned` do not contain. */
    seats: is.json<ReadonlyArray<ListedSeatCharge>>(),
    /** The payday that paid it out; null if nothing was. */
    payday_id: orNull(is.text),
  },
  {
    key: ["person_id", "number", "n"],
    indexes: [
      "(ends_at) where closed_at is null",
      "(person_id, starts_at desc)",
      "(payday_id) where payday_id is not null",
    ],
  },
)
export type CycleRow = RowOf<typeof subscriptionCycle.columns>

/** Income of each payday by receiver: of creators without the forwarded part, and of people who receive forwarded parts. No row reveals who paid it. */
export const subscriptionIncome = table(
  "subscription_income",
  {
    creator_id: is.text,
    payday_id: is.text,
    asset_type_id: is.int,
    amount: is.amount,
    /** Paid periods that it comes from. */
    cycles: is.int,
    paid_at: is.at,
  },
  { key: ["creator_id", "payday_id"], indexes: ["(creator_id, paid_at desc)"] },
)

/** What creators pass on of their payments, in thousandths. */
export const subscriptionForward = table(
  "subscription_forward",
  { creator_id: is.text, receiver_id: is.text, per_mille: is.int, since: is.at },
  { key: ["creator_id", "receiver_id"], indexes: ["(receiver_id)"] },
)

/** What creators passed on at each payday. */
export const subscriptionForwarded = table(
  "subscription_forwarded",
  { payday_id: is.text, creator_id: is.text, receiver_id: is.text, amount: is.amount },
  { key: ["payday_id", "creator_id", "receiver_id"] },
)

/** Published proofs of paydays. */
export const subscriptionProof = table(
  "subscription_proof",
  {
    number: is.int,
    cycles: is.int,
    entries: is.int,
    root: is.text,
    previous: is.text,
    wallet_proof: is.text,
    digest: is.text,
    proved_at: is.at,
  },
  { key: ["number"] },
)

/** What creators offer for premium, by channel. */
export const subscriptionOffer = table(
  "subscription_offer",
  {
    channel_id: is.int,
    creator_id: is.text,
    /** The monthly price in minor units of the base currency; 0 while premium is not offered. */
    pmsf: is.amount,
    currency_id: is.int,
    cap: is.int,
  },
  { key: ["channel_id"], indexes: ["(creator_id)"] },
)

/** People with a premium seat, a reserved one, or a place on the waiting list. */
export const subscriptionSeat = table(
  "subscription_seat",
  {
    channel_id: is.int,
    person_id: is.text,
    status: is.textOf<"taken" | "held" | "offered" | "waiting">(),
    /** The end of a reservation. */
    until: orNull(is.at),
    since: is.at,
    /** Position of the event: the order of people who wait. */
    place: is.bigint,
  },
  { key: ["channel_id", "person_id"], indexes: ["(channel_id, status, place)", "(person_id)"] },
)

/** Feeds without an author here that people want to support. */
export const subscriptionPledge = table(
  "subscription_pledge",
  { person_id: is.text, feed_id: is.text, number: is.int, weight: is.int, since: is.at },
  { key: ["person_id", "feed_id"], indexes: ["(feed_id)"] },
)

/** What people read without payment: access that creators gave, and trials that run. */
export const subscriptionAccess = table(
  "subscription_access",
  {
    creator_id: is.text,
    person_id: is.text,
    kind: is.textOf<FreeAccessKind>(),
    level: is.int,
    /** Its end; null for no end. */
    until: orNull(is.at),
    since: is.at,
  },
  { key: ["creator_id", "person_id", "kind"], indexes: ["(until) where until is not null", "(person_id)"] },
)

/** The days of the trial that creators offer. */
export const subscriptionTrial = table(
  "subscription_trial",
  { creator_id: is.text, days: is.int },
  { key: ["creator_id"] },
)

/** Subscriptions that people paid for others. */
export const subscriptionGift = table(
  "subscription_gift",
  {
    gift_id: is.text,
    payer_id: is.text,
    channel_id: is.int,
    creator_id: is.text,
    asset_type_id: is.int,
    units: is.amount,
    /** The monthly fee in minor units of the base currency. */
    currency_id: is.int,
    msf: is.amount,
    periods: is.int,
    status: is.textOf<"open" | "claimed" | "returned">(),
    /** What opens it; null once it was claimed or returned. */
    code: orNull(is.text),
    returns_at: is.at,
    bought_at: is.at,
    /** When it was claimed or returned. */
    ended_at: orNull(is.at),
  },
  {
    key: ["gift_id"],
    indexes: ["(payer_id, bought_at desc)", "(returns_at) where status = 'open'", "(creator_id) where status = 'open'"],
  },
)

/** A time during which a rule supported a creator; open while `to` is null. Half-open. */
export type Stay = { readonly from: string; readonly to: string | null; readonly reason: DepartureReason | null }
/** Stays by creator, in order and without overlaps. */
export type Stays = Readonly<Record<string, ReadonlyArray<Stay>>>

/** Since when and until when rules supported creators. A row outlives the account of its person, but does not name it. */
export const subscriptionMembership = table(
  "subscription_membership",
  {
    /** A digest of the person's id: the same for all their rules, and what remains after they closed their account. */
    member: is.text,
    number: is.int,
    /** Null after the account was closed. */
    person_id: orNull(is.text),
    intent: is.textOf<"active" | "paused" | "cancelled">(),
    auto_renew: is.bool,
    /** The creators in `stays`. */
    creator_ids: is.texts,
    stays: is.json<Stays>(),
    premium: is.json<Stays>(),
  },
  { key: ["member", "number"], indexes: ["using gin (creator_ids)"] },
)
export type MembershipRow = RowOf<typeof subscriptionMembership.columns>
