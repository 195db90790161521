import { personAccount, platformAccount } from "#core/ledger"
import type { Booking } from "../subscriptionStore.ts"
import type { GiftReturned } from "./events.ts"

/** The transfer that returns the price of a gift which nobody has claimed. */
export const returnBooking = (
  { personId, giftId, assetTypeId, units }: typeof GiftReturned.Type,
  transferId: string,
): Booking => ({
  ...{ transferId, purpose: "refund", reference: `gift-${giftId}` },
  entries: [
    { account: platformAccount("unearned", assetTypeId), amount: -BigInt(units) },
    { account: personAccount("available", assetTypeId, personId), amount: BigInt(units) },
  ],
})
