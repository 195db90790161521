/** Entries of a comma-joined list, trimmed; blank ones are skipped. */
export const splitCommas = (list: string): ReadonlyArray<string> => kept(list.split(","))

/** Entries joined by commas. Blank ones are skipped, and commas around an entry do not double the list's own. */
export const joinCommas = (entries: ReadonlyArray<string | null | undefined>, comma = ","): string =>
  kept(entries.map((entry) => (entry ?? "").replace(/^[\s,]+|[\s,]+$/g, ""))).join(comma)

const kept = (entries: ReadonlyArray<string>): ReadonlyArray<string> =>
  entries.map((entry) => entry.trim()).filter((entry) => entry !== "")
