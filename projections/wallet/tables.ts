import type { DEPOSIT_STATUSES, WithdrawalPhase } from "#contract/wallet"
import type { Purpose } from "#core/ledger"
import { is, orNull, table } from "#projections/runner"

/** Balances of all ledger accounts in minor units. Accounts of the platform have an empty owner. */
export const walletAccount = table(
  "wallet_account",
  {
    account: is.text,
    kind: is.text,
    asset_type_id: is.int,
    owner_id: is.text,
    posted: is.amount,
    held: is.amount,
    /** Number of entries. */
    entries: is.int,
  },
  { key: ["account"], indexes: ["(owner_id)"] },
)

/** Running balances, which statements show beside each entry. */
export const statementBalance = table(
  "statement_balance",
  { account: is.text, balance: is.amount },
  { key: ["account"] },
)

/** Entries on accounts of people. */
export const movement = table(
  "movement",
  {
    account: is.text,
    /** Log position of the event. */
    position: is.bigint,
    owner_id: is.text,
    asset_type_id: is.int,
    purpose: is.textOf<Purpose>(),
    amount: is.amount,
    /** Balance of the account after this entry. */
    balance: is.amount,
    /** The other person, if there is exactly one. */
    other_id: orNull(is.text),
    /** The stream that the entry belongs to, such as a donation. */
    reference: orNull(is.text),
    at: is.at,
  },
  { key: ["account", "position"], indexes: ["(owner_id, position desc)", "(account, at desc, position desc)"] },
)

/** Open holds. */
export const walletHold = table(
  "wallet_hold",
  {
    hold_id: is.text,
    account: is.text,
    owner_id: is.text,
    asset_type_id: is.int,
    purpose: is.textOf<Purpose>(),
    amount: is.amount,
    reference: orNull(is.text),
    expires_at: orNull(is.at),
    at: is.at,
  },
  { key: ["hold_id"], indexes: ["(owner_id)", "(expires_at) where expires_at is not null"] },
)

/** Donations between people. */
export const donation = table(
  "donation",
  {
    donation_id: is.text,
    position: is.bigint,
    from_id: is.text,
    to_id: is.text,
    asset_type_id: is.int,
    amount: is.amount,
    /** Null if there is none, or after erasure of the donor. */
    message: orNull(is.text),
    at: is.at,
  },
  { key: ["donation_id"], indexes: ["(from_id, position desc)", "(to_id, position desc)"] },
)

/** Payments to addresses of people. */
export const deposit = table(
  "deposit",
  {
    deposit_id: is.text,
    owner_id: is.text,
    asset_type_id: is.int,
    txid: is.text,
    vout: is.int,
    amount: is.amount,
    confirmations_needed: is.int,
    status: is.textOf<(typeof DEPOSIT_STATUSES)[number]>(),
    /** Height of its block; null while it is in none. */
    height: orNull(is.int),
    seen_at: is.at,
    credited_at: orNull(is.at),
  },
  { key: ["deposit_id"], indexes: ["(owner_id, seen_at desc)"] },
)

/** Withdrawals and their progress. */
export const withdrawal = table(
  "withdrawal",
  {
    withdrawal_id: is.text,
    position: is.bigint,
    person_id: is.text,
    asset_type_id: is.int,
    amount: is.amount,
    /** The maximum network fee; the actual one once signed. */
    fee: is.amount,
    address: is.text,
    /** The address belongs to a person here; there is no transaction. */
    is_internal: is.bool,
    approvals_needed: is.int,
    /** Operators who have approved. */
    approvals: is.int,
    status: is.textOf<WithdrawalPhase>(),
    /** Nothing was signed yet. */
    is_unsent: is.bool,
    /** Why it waits, or why an operator must act. */
    problem: orNull(is.text),
    txid: orNull(is.text),
    requested_at: is.at,
  },
  {
    key: ["withdrawal_id"],
    indexes: ["(person_id, position desc)", "(position) where status not in ('confirmed', 'cancelled', 'failed')"],
  },
)

/** Asset types that operators have added or changed; all others have their defaults. */
export const assetType = table(
  "asset_type",
  {
    asset_type_id: is.int,
    name: is.text,
    digits: is.int,
    shown_digits: is.int,
    place: is.int,
    /** Whether new deposits and donations are accepted. */
    is_offered: is.bool,
  },
  { key: ["asset_type_id"] },
)
