import { Effect, Schema } from "effect"
import { unitsText } from "#contract/wallet"
import { translator } from "#src/i18n/index.ts"
import { assetTypes } from "#src/lib/assetTypes.ts"
import { BadRequest, refusal } from "./envelope.ts"
import { CurrentCaller } from "./Guard.ts"

/** A log position below 2^53. */
const POSITION = /^[1-9]\d{0,14}$/

/** Reads the cursor of a list sorted by log position; null for the first page. */
export const parsePositionCursor = Effect.fnUntraced(function* (cursor: string | undefined) {
  if (cursor === undefined) return null
  return POSITION.test(cursor) ? Number(cursor) : yield* invalidCursor
})

/** The refusal of an invalid cursor. */
export const invalidCursor = Effect.gen(function* () {
  const message = translator((yield* CurrentCaller).locale)("walletCall.badCursor")
  return yield* new BadRequest({ ...refusal(message), errors: { cursor: [message] } })
})

/** An amount as decimal text. The longest valid one has 40 characters. */
export const AmountText = Schema.String.check(Schema.isMaxLength(60))
export const AssetTypeId = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 9_999 }))

/** Decimals of an asset; null if it is unknown. */
export const digitsOf = (assetTypeId: number): number | null =>
  assetTypes().find((each) => each.assetTypeId === assetTypeId)?.digits ?? null

/** Minor units as decimal text. */
export const toAmountText = (units: bigint, assetTypeId: number): string => unitsText(units, digitsOf(assetTypeId) ?? 0)
