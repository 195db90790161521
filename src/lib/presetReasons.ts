import { FRESH_CODE_PREFIX } from "#contract/accounts"

/** What a new account must choose first (specification, section 4). */
export type PresetReason = "displayName" | "userCode" | "userName"

type Chosen = {
  readonly displayName: string | null
  readonly userCode: string
  readonly userName: string | null
  /** Whether the person has credit. */
  readonly credited: boolean
}

/** Empty if nothing is missing; the preset dialog does not show then. */
export const presetReasons = ({ displayName, userCode, userName, credited }: Chosen): ReadonlyArray<PresetReason> => [
  ...(displayName ? [] : ["displayName" as const]),
  ...(userCode.startsWith(FRESH_CODE_PREFIX) ? ["userCode" as const] : []),
  ...(credited && !userName ? ["userName" as const] : []),
]
