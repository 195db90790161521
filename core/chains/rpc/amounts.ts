import { Schema } from "effect"
import { readDecimal, tenTo } from "#core/ledger"

/** Decimals of every coin here. */
const DIGITS = 8

/** An amount as a node writes it, in coins: its own digits, or a whole number of them. */
export const Coins = Schema.Union([Schema.String, Schema.Int])

/** The same in minor units, exactly; null where it is none or finer than a unit. */
export function unitsOf(coins: typeof Coins.Type): bigint | null {
  const decimal = readDecimal(coins.toString())
  if (decimal === null) return null
  const scale = DIGITS - decimal.decimals
  if (scale >= 0) return decimal.digits * tenTo(scale)
  const divisor = tenTo(-scale)
  return decimal.digits % divisor === 0n ? decimal.digits / divisor : null
}
