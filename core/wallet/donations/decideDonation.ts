import { Result } from "effect"
import { stripBidiControls } from "#core/kernel"
import { COIN_IDS, DONATION_MESSAGE_LENGTH_MAX, DONATION_UNITS_MIN } from "../contract.ts"
import { Donated } from "./events.ts"
import { InvalidDonation } from "./refusals.ts"

export type Donation = {
  readonly fromId: string
  readonly toId: string
  readonly assetTypeId: number
  /** Minor units. */
  readonly amount: bigint
  /** Empty: no message. */
  readonly message: string
}

/** Validates a donation. The balance is checked by the ledger. */
export const decideDonation = (
  { message, amount, ...donation }: Donation,
  about: { readonly donationId: string; readonly donatedAt: string },
): Result.Result<typeof Donated.Type, InvalidDonation> => {
  const invalid = (problem: InvalidDonation["problem"]) => Result.fail(new InvalidDonation({ problem }))
  const text = stripBidiControls(message).trim()
  if (donation.fromId === donation.toId) return invalid("oneself")
  if (!COIN_IDS.includes(donation.assetTypeId)) return invalid("asset")
  if (amount <= 0n) return invalid("zero")
  if (amount < DONATION_UNITS_MIN) return invalid("dust")
  if ([...text].length > DONATION_MESSAGE_LENGTH_MAX) return invalid("long")
  return Result.succeed(
    Donated.make({ ...donation, ...about, amount: String(amount), message: text === "" ? null : text }),
  )
}
