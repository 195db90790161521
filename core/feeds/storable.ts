/**
 * The same value with texts that JSON in PostgreSQL can hold: no NUL, no halves of characters. What strangers write gets
 * in by many ways (JSON Feed escapes, texts cut at a length), so it is cleaned once, where it becomes a fact.
 */
export const storable = <A>(value: A): A => clean(value) as A

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
