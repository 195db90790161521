import { DISPLAY_NAME, DISPLAY_NAME_LENGTH_MIN, USER_NAME, USER_NAME_LENGTH_MIN } from "#contract/accounts"

/** What is wrong with one field of the preset dialog: the data attribute that has its words. */
export type PresetProblem = { readonly field: string; readonly said: "min3" | "min4" | "format" | "code" }

/** Current field values of the dialog; undefined for fields that it does not have. */
export type PresetFields = {
  readonly displayName?: string | undefined
  /** Empty: none is chosen. */
  readonly userCode?: string | undefined
  readonly userName?: string | undefined
}

/** What keeps the dialog's OK disabled, in the order of its fields; nothing where it is valid. */
export const presetMissing = ({ displayName, userCode, userName }: PresetFields): ReadonlyArray<PresetProblem> => {
  const problems: Array<PresetProblem> = []
  const add = (field: string, said: PresetProblem["said"]) => problems.push({ field, said })
  if (displayName !== undefined) {
    if ([...displayName].length < DISPLAY_NAME_LENGTH_MIN) add("displayName", "min3")
    else if (!DISPLAY_NAME.test(displayName)) add("displayName", "format")
  }
  if (userCode === "") add("userCode", "code")
  if (userName !== undefined) {
    if ([...userName].length < USER_NAME_LENGTH_MIN) add("userName", "min4")
    else if (!USER_NAME.test(userName)) add("userName", "format")
  }
  return problems
}
