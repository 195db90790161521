import { Result } from "effect"
import { COIN_IDS } from "../assets/coins.ts"
import { Donated } from "./events.ts"
import { DONATION_MESSAGE_LENGTH_MAX, DONATION_UNITS_MIN } from "./limits.ts"
import { UnfitDonation } from "./refusals.ts"

/** What somebody asks to be given to whom. */
export type Donation = {
  readonly fromId: string
  readonly toId: string
  readonly assetTypeId: number
  /** Minor units. */
  readonly amount: bigint
  /** Empty for none. */
  readonly message: string
}

/** Whether a donation may be made at all; whether there is enough for it, the ledger decides. */
export const decideDonation = (
  { message, amount, ...donation }: Donation,
  about: { readonly donationId: string; readonly donatedAt: string },
): Result.Result<typeof Donated.Type, UnfitDonation> => {
  const unfit = (problem: UnfitDonation["problem"]) => Result.fail(new UnfitDonation({ problem }))
  const words = message.trim()
  if (donation.fromId === donation.toId) return unfit("oneself")
  if (!COIN_IDS.includes(donation.assetTypeId)) return unfit("asset")
  if (amount <= 0n) return unfit("zero")
  if (amount < DONATION_UNITS_MIN) return unfit("dust")
  if ([...words].length > DONATION_MESSAGE_LENGTH_MAX) return unfit("long")
  return Result.succeed(
    Donated.make({ ...donation, ...about, amount: String(amount), message: words === "" ? null : words }),
  )
}
