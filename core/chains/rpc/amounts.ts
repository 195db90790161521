import { Schema } from "effect"
import { powerOfTen, readDecimal } from "#core/ledger"

/** Decimals of every coin here. */
const DIGITS = 8

/** An amount in coins as a node writes it: its exact digits, or an integer. */
export const Coins = Schema.Union([Schema.String, Schema.Int])

/** Converts it to minor units, exactly; null if it is not a number or has too many decimals. */
export function unitsOf(coins: typeof Coins.Type): bigint | null {
  const decimal = readDecimal(coins.toString())
  if (decimal === null) return null
  const scale = DIGITS - decimal.decimals
  if (scale >= 0) return decimal.digits * powerOfTen(scale)
  const divisor = powerOfTen(-scale)
  return decimal.digits % divisor === 0n ? decimal.digits / divisor : null
}
