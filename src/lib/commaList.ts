/** Splits a comma-separated list; blank entries are skipped. */
export const splitCommas = (list: string): ReadonlyArray<string> => kept(list.split(","))

/** Joins entries by commas. Blank entries are skipped, and commas around entries are removed. */
export const joinCommas = (entries: ReadonlyArray<string | null | undefined>, comma = ","): string =>
  kept(entries.map((entry) => (entry ?? "").replace(/^[\s,]+|[\s,]+$/g, ""))).join(comma)

const kept = (entries: ReadonlyArray<string>): ReadonlyArray<string> =>
  entries.map((entry) => entry.trim()).filter((entry) => entry !== "")
