import { parseUnits } from "#contract/wallet"

/** An asset with the balance that can be donated. */
export interface SpendableBalance {
  readonly assetTypeId: number
  readonly name: string
  readonly digits: number
  readonly shownDigits: number
  readonly available: bigint
}

/** Suggested amounts in minor units. */
const PRESETS: Readonly<Record<number, ReadonlyArray<bigint>>> = {
  1: [5_000n, 20_000n, 100_000n],
  2: [1_000_000n, 5_000_000n, 20_000_000n],
  3: [5_000_000n, 20_000_000n, 100_000_000n],
}

export const presetsOf = (assetTypeId: number): ReadonlyArray<bigint> => PRESETS[assetTypeId] ?? []

/** Reads a typed amount: minor units, or why it cannot be donated. */
export const readAmount = (text: string, { digits, available }: SpendableBalance): bigint | "empty" | "notEnough" => {
  if (text === "") return "empty"
  // While typing, the text may end with a point.
  const units = parseUnits(text.replace(/\.$/, ""), digits)
  return typeof units === "bigint" && units > 0n && units <= available ? units : "notEnough"
}

export const STEP_CODE = /^\d{6}$/
export const STEP_CODE_LENGTH = 6
