import { parseUnits } from "#contract/wallet"

/** What somebody may give: of an asset, as much as they have. */
export interface SpendableBalance {
  readonly assetTypeId: number
  readonly name: string
  readonly digits: number
  readonly shownDigits: number
  readonly available: bigint
}

/** Amounts to choose from, in minor units: small change for each coin. */
const PRESETS: Readonly<Record<number, ReadonlyArray<bigint>>> = {
  1: [5_000n, 20_000n, 100_000n],
  2: [1_000_000n, 5_000_000n, 20_000_000n],
  3: [5_000_000n, 20_000_000n, 100_000_000n],
}

export const presetsOf = (assetTypeId: number): ReadonlyArray<bigint> => PRESETS[assetTypeId] ?? []

/** An amount as it was typed: how many units, or why it cannot be given. Nothing typed is no reason to say anything. */
export const readAmount = (text: string, { digits, available }: SpendableBalance): bigint | "empty" | "notEnough" => {
  if (text === "") return "empty"
  // While somebody types, the dot comes before what follows it.
  const units = parseUnits(text.replace(/\.$/, ""), digits)
  return typeof units === "bigint" && units > 0n && units <= available ? units : "notEnough"
}

/** What an authenticator shows. */
export const STEP_CODE = /^\d{6}$/
export const STEP_CODE_LENGTH = 6
