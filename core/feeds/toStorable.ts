/**
 * Removes what JSON in PostgreSQL cannot hold: NUL and unpaired surrogates. Applied once to all foreign texts, where
 * they become events.
 */
export const toStorable = <A>(value: A): A => clean(value) as A

const clean = (value: unknown): unknown => {
  if (typeof value === "string") return cleanText(value)
  if (Array.isArray(value)) return value.map(clean)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, clean(each)]))
}

const cleanText = (text: string): string => {
  const formed = text.isWellFormed() ? text : text.toWellFormed()
  return formed.includes("\0") ? formed.replaceAll("\0", "") : formed
}
