import { parseUnits, type UnitsProblem } from "#contract/wallet"

/** An asset with the balance that can be donated. */
export interface SpendableBalance {
  readonly assetTypeId: number
  readonly name: string
  readonly digits: number
  readonly shownDigits: number
  readonly available: bigint
  /** The most that can be donated while new credentials do not count; null without such a limit. */
  readonly limit: bigint | null
}

/** Suggested amounts in minor units. */
const PRESETS: Readonly<Record<number, ReadonlyArray<bigint>>> = {
  1: [5_000n, 20_000n, 100_000n],
  2: [1_000_000n, 5_000_000n, 20_000_000n],
  3: [5_000_000n, 20_000_000n, 100_000_000n],
}

/** Suggested amounts within the limit. */
export const presetsOf = ({ assetTypeId, limit }: Pick<SpendableBalance, "assetTypeId" | "limit">) =>
  (PRESETS[assetTypeId] ?? []).filter((units) => limit === null || units <= limit)

/**
 * Reads a typed amount: minor units, or why it cannot be donated.
 * @param parse reads decimal text, in the base currency where it is entered in that
 */
export const readAmount = (
  text: string,
  { digits, available, limit }: Pick<SpendableBalance, "digits" | "available" | "limit">,
  parse: (text: string) => bigint | UnitsProblem = (decimal) => parseUnits(decimal, digits),
): bigint | "empty" | "notEnough" | "overLimit" => {
  if (text === "") return "empty"
  // While typing, the text may end with a point.
  const units = parse(text.replace(/\.$/, ""))
  if (typeof units !== "bigint" || units <= 0n || units > available) return "notEnough"
  return limit !== null && units > limit ? "overLimit" : units
}

export const STEP_CODE = /^\d{6}$/
export const STEP_CODE_LENGTH = 6
