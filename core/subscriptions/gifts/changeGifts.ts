import { Result } from "effect"
import { BASE_CURRENCIES, COIN_IDS, unitsRoundedUp } from "#contract/wallet"
import { formatIso } from "#core/kernel"
import { FEE_MAX, FEE_MIN, GIFT_CLAIM_MS, GIFTS_OPEN_MAX, type TermPeriods } from "../limits.ts"
import { NoGift, UnfitRule } from "../refusals.ts"
import type { Price } from "../rule/chargeTypes.ts"
import { costOfTerm } from "../termCost.ts"
import { GiftBought, GiftReturned, type GiftReturnReason } from "./events.ts"
import { type Gift, type GiftsState, openGifts } from "./PersonGifts.ts"

/** What somebody gives: a subscription to one creator, for a term. */
export type GiftOrder = {
  readonly channelId: number
  readonly creatorId: string
  readonly assetTypeId: number
  readonly currencyId: number
  /** The monthly fee in minor units of the base currency. */
  readonly msf: bigint
  readonly periods: TermPeriods
}

type BuyingOf = { readonly personId: string; readonly nowMs: number; readonly giftId: string; readonly code: string }

/** Buys a gift at the current rate, at the price of a term of the same fee. */
export const buyGift = (
  { personId, nowMs, giftId, code }: BuyingOf,
  { channelId, creatorId, assetTypeId, currencyId, msf, periods }: GiftOrder,
  { snapshotId, ...price }: Price,
  state: GiftsState,
): Result.Result<typeof GiftBought.Type, UnfitRule | NoGift> => {
  const problem = problemOf({ personId, creatorId, assetTypeId, currencyId, msf })
  if (problem !== null) return Result.fail(new UnfitRule({ problem }))
  if (openGifts(state).length >= GIFTS_OPEN_MAX) return Result.fail(new NoGift({ reason: "many" }))
  const feeUnits = unitsRoundedUp(msf, price)
  return Result.succeed(
    GiftBought.make({
      ...{ personId, giftId, channelId, creatorId, assetTypeId, currencyId, msf: String(msf), snapshotId, periods },
      ...{ feeUnits: String(feeUnits), units: String(costOfTerm(feeUnits, periods)), code },
      ...{ returnsAt: formatIso(nowMs + GIFT_CLAIM_MS), boughtAt: formatIso(nowMs) },
    }),
  )
}

const problemOf = ({
  personId,
  creatorId,
  assetTypeId,
  currencyId,
  msf,
}: Omit<GiftOrder, "channelId" | "periods"> & { readonly personId: string }): UnfitRule["problem"] | null => {
  if (creatorId === personId) return "creators.oneself"
  if (msf < FEE_MIN) return "msf.low"
  if (msf > FEE_MAX) return "msf.high"
  if (!COIN_IDS.includes(assetTypeId)) return "asset"
  return BASE_CURRENCIES.some((base) => base.assetTypeId === currencyId) ? null : "currency"
}

/** Returns a gift that nobody has claimed; idempotent. */
export const returnGift = (
  personId: string,
  gift: Gift | undefined,
  reason: GiftReturnReason,
  nowMs: number,
): Result.Result<typeof GiftReturned.Type | null, NoGift> => {
  if (gift === undefined) return Result.fail(new NoGift({ reason: "unknown" }))
  if (gift.status === "claimed") return Result.fail(new NoGift({ reason: "claimed" }))
  if (gift.status === "returned") return Result.succeed(null)
  const { giftId, assetTypeId, units } = gift
  return Result.succeed(
    GiftReturned.make({
      ...{ personId, giftId, assetTypeId, units: String(units), reason, returnedAt: formatIso(nowMs) },
    }),
  )
}
