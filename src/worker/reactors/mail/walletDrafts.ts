import type { RuleEvent } from "#core/subscriptions"
import { coinText, creditedOf, type DepositEvent, type DonationEvent, type WithdrawalEvent } from "#core/wallet"
import { type Draft, type MailRecipient, notice } from "./draft.ts"

/** The recipient of a wallet message, from their account. */
type Owner = MailRecipient & {
  readonly userCode: string
  readonly displayName: string | null
  /** By the preference's id. */
  readonly preferences: Readonly<Record<string, string>>
}

/** E-mail notifications: on unless switched off. */
const BY_MAIL = "5"

/**
 * A receipt for the donor, which cannot be switched off because an attacker could do so, and a notification for the
 * receiver. People who left are null: they get no mail and are not named.
 */
export const donationDrafts = (
  event: DonationEvent,
  { giver, receiver }: { readonly giver: Owner | null; readonly receiver: Owner | null },
): ReadonlyArray<Draft> => {
  const { donatedAt, message } = event
  const amount = amountOf(event)
  return [
    giver === null ? null : notice(giver, "donationMade", donatedAt, { amount, receiver: nameOf(receiver), message }),
    draftFor(receiver, "donationReceived", donatedAt, { amount, giver: nameOf(giver), message }),
  ].filter((each) => each !== null)
}

/** Informs the owner when a deposit is credited or reversed. */
export const depositDrafts = (event: DepositEvent, owner: Owner | null): ReadonlyArray<Draft> => {
  const kind = DEPOSIT_KINDS[event._tag]
  const amount = event._tag === "wallet.DepositCredited.v1" ? creditedOf(event) : BigInt(event.amount)
  if (kind === undefined || amount === 0n) return []
  const draft = draftFor(owner, kind, event.at, { amount: coinText(amount, event.assetTypeId) })
  return draft === null ? [] : [draft]
}

type WithdrawalRequested = Pick<
  Extract<WithdrawalEvent, { readonly _tag: "wallet.WithdrawalRequested.v1" }>,
  "assetTypeId" | "amount" | "address" | "requestedAt"
>

/**
 * Informs the owner of a withdrawal while there is time to cancel. Cannot be switched off, because an attacker could do
 * so.
 */
export const withdrawalDrafts = (event: WithdrawalRequested, owner: MailRecipient | null): ReadonlyArray<Draft> => {
  const { requestedAt, address } = event
  const draft =
    owner === null ? null : notice(owner, "withdrawalRequested", requestedAt, { amount: amountOf(event), address })
  return draft === null ? [] : [draft]
}

type RenewalReminded = Extract<RuleEvent, { readonly _tag: "subscriptions.RenewalReminded.v1" }>

/** Reminds a payer of a renewal that the balance may not cover. */
export const reminderDrafts = (event: RenewalReminded, owner: Owner | null): ReadonlyArray<Draft> => {
  const amount = coinText(BigInt(event.units), event.assetTypeId)
  const draft = draftFor(owner, "renewalReminder", event.remindedAt, { amount })
  return draft === null ? [] : [draft]
}

const DEPOSIT_KINDS: Partial<Record<DepositEvent["_tag"], Draft["kind"]>> = {
  "wallet.DepositCredited.v1": "depositCredited",
  "wallet.DepositReversed.v1": "depositReversed",
}

const draftFor = (to: Owner | null, kind: Draft["kind"], at: string, details: Parameters<typeof notice>[3]) =>
  to === null || to.preferences[BY_MAIL] === "off" ? null : notice(to, kind, at, details)

const nameOf = (owner: Owner | null) => (owner === null ? null : (owner.displayName ?? owner.userCode))

const amountOf = ({ amount, assetTypeId }: { readonly amount: string; readonly assetTypeId: number }) =>
  coinText(BigInt(amount), assetTypeId)
