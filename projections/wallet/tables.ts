import type { WithdrawalPhase } from "#core/wallet"
import { is, orNull, table } from "#projections/runner"

/** What every account of the ledger holds, in minor units of its asset. The platform's own have an empty owner. */
export const walletAccount = table(
  "wallet_account",
  {
    account: is.text,
    kind: is.text,
    asset_type_id: is.int,
    owner_id: is.text,
    posted: is.amount,
    held: is.amount,
    /** How many entries made it so. */
    entries: is.int,
  },
  { key: ["account"], indexes: ["(owner_id)"] },
)

/** What each person's account came to: statements say it beside every entry. */
export const statementBalance = table(
  "statement_balance",
  { account: is.text, balance: is.amount },
  { key: ["account"] },
)

/** What people's accounts gained and lost, entry by entry. */
export const movement = table(
  "movement",
  {
    account: is.text,
    /** Of the fact in the log: newer entries have higher ones. */
    position: is.bigint,
    owner_id: is.text,
    asset_type_id: is.int,
    purpose: is.text,
    amount: is.amount,
    /** The account's after it. */
    balance: is.amount,
    /** The person on the other side, where there is one. */
    other_id: orNull(is.text),
    /** What it belongs to, as the name of a stream. */
    reference: orNull(is.text),
    at: is.at,
  },
  { key: ["account", "position"], indexes: ["(owner_id, position desc)", "(account, at desc, position desc)"] },
)

/** Money that is set aside at present. */
export const walletHold = table(
  "wallet_hold",
  {
    hold_id: is.text,
    account: is.text,
    owner_id: is.text,
    asset_type_id: is.int,
    purpose: is.text,
    amount: is.amount,
    reference: orNull(is.text),
    expires_at: orNull(is.at),
    at: is.at,
  },
  { key: ["hold_id"], indexes: ["(owner_id)", "(expires_at) where expires_at is not null"] },
)

/** What people gave each other. */
export const donation = table(
  "donation",
  {
    donation_id: is.text,
    position: is.bigint,
    from_id: is.text,
    to_id: is.text,
    asset_type_id: is.int,
    amount: is.amount,
    /** Null where the giver wrote none, or was erased. */
    message: orNull(is.text),
    at: is.at,
  },
  { key: ["donation_id"], indexes: ["(from_id, position desc)", "(to_id, position desc)"] },
)

/** What was sent to people's addresses. */
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
    status: is.textOf<"seen" | "credited" | "vanished">(),
    /** Of its block; null while it is in none. */
    height: orNull(is.int),
    seen_at: is.at,
    credited_at: orNull(is.at),
  },
  { key: ["deposit_id"], indexes: ["(owner_id, seen_at desc)"] },
)

/** What people have sent out, and how far it has come. */
export const withdrawal = table(
  "withdrawal",
  {
    withdrawal_id: is.text,
    position: is.bigint,
    person_id: is.text,
    asset_type_id: is.int,
    amount: is.amount,
    /** What the network may take; from the signature on what it takes. */
    fee: is.amount,
    address: is.text,
    /** Somebody here has the address: nothing is on a chain. */
    is_inside: is.bool,
    approvals_needed: is.int,
    /** How many operators have agreed. */
    approvals: is.int,
    status: is.textOf<WithdrawalPhase>(),
    /** Nothing was ever signed. */
    is_unsent: is.bool,
    /** Why an operator has to look. */
    problem: orNull(is.text),
    txid: orNull(is.text),
    requested_at: is.at,
  },
  {
    key: ["withdrawal_id"],
    indexes: ["(person_id, position desc)", "(position) where status not in ('confirmed', 'cancelled', 'failed')"],
  },
)

/** Asset types as operators have set them; those that nobody has set are as they come. */
export const assetType = table(
  "asset_type",
  {
    asset_type_id: is.int,
    name: is.text,
    digits: is.int,
    shown_digits: is.int,
    place: is.int,
    /** Whether anything new of it may come in. */
    is_offered: is.bool,
  },
  { key: ["asset_type_id"] },
)
