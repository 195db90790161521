import type { Notice } from "#core/notifications"
import {
  coinText,
  creditedOf,
  type DepositEvent,
  type DonationEvent,
  PLATFORM_ID,
  type WithdrawalEvent,
} from "#core/wallet"
import { noticeWith } from "./noticeOf.ts"

/** Notices and their recipients. */
type NoticesByPerson = ReadonlyArray<{ readonly personId: string; readonly notice: Notice }>

/** Both sides of a donation are informed. A name is null after deletion of the account. */
export const donationNotices = (
  event: DonationEvent,
  names: { readonly giver: string | null; readonly receiver: string | null },
): NoticesByPerson => {
  const { fromId, toId, message, donatedAt } = event
  const amount = amountOf(event)
  const [kind, said] =
    message === null ? (["donationReceived", {}] as const) : (["donationMessage", { message }] as const)
  return [
    { personId: toId, notice: noticeWith(kind, donatedAt, { who: names.giver, amount, ...said }) },
    { personId: fromId, notice: noticeWith("donationMade", donatedAt, { who: names.receiver, amount }) },
  ]
}

/** The owner is informed when a deposit is credited and when that is reversed. */
export const depositNotices = (event: DepositEvent): NoticesByPerson => {
  const noticeTo = (kind: string, amount: bigint) => {
    const notice = noticeWith(kind, event.at, { amount: coinText(amount, event.assetTypeId) })
    return amount === 0n ? [] : [{ personId: event.ownerId, notice }]
  }
  switch (event._tag) {
    case "wallet.DepositCredited.v1":
      return noticeTo("depositCredited", creditedOf(event))
    case "wallet.DepositReversed.v1":
      return noticeTo("depositReversed", BigInt(event.amount))
    default:
      return []
  }
}

type Requested = Pick<
  Extract<WithdrawalEvent, { readonly _tag: "wallet.WithdrawalRequested.v1" }>,
  "personId" | "assetTypeId" | "amount" | "address" | "requestedAt"
>

/** Informed at once, while there is time to cancel. The platform gets no notice. */
export const withdrawalNotices = (event: Requested): NoticesByPerson => {
  const { personId, requestedAt, address } = event
  if (personId === PLATFORM_ID) return []
  return [{ personId, notice: noticeWith("withdrawalRequested", requestedAt, { amount: amountOf(event), address }) }]
}

type Cancelled = Extract<WithdrawalEvent, { readonly _tag: "wallet.WithdrawalCancelled.v1" }>

/** Informs the owner of a withdrawal that someone else or an event cancelled. */
export const cancelledNotices = ({ by, at }: Cancelled, requested: Requested): NoticesByPerson =>
  by === "person" || requested.personId === PLATFORM_ID
    ? []
    : [{ personId: requested.personId, notice: noticeWith("withdrawalCancelled", at, { amount: amountOf(requested) }) }]

const amountOf = ({ amount, assetTypeId }: { readonly amount: string; readonly assetTypeId: number }) =>
  coinText(BigInt(amount), assetTypeId)
