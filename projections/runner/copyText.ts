import type { Column } from "./Column.ts"

/** Reverses the escapes of COPY's text format. */
export const unescapeCopy = (text: string): string =>
  text.includes("\\") ? text.replace(/\\(.)/g, (_, char: string) => UNESCAPED[char] ?? char) : text

/** The same for a jsonb column, which contains no control characters: only backslashes were doubled. */
export const unescapeCopiedJson = (text: string): string => (text.includes("\\") ? text.replaceAll("\\\\", "\\") : text)

/** One value in COPY's text format. */
export const copyValue = (value: unknown, { type }: Column<unknown>): string => {
  if (value === null || value === undefined) return "\\N"
  if (type === "jsonb") return escapeCopy(JSON.stringify(value))
  if (type === "text[]") return escapeCopy(`{${(value as ReadonlyArray<string>).map(arrayElement).join(",")}}`)
  if (typeof value === "string") return escapeCopy(value)
  return String(value)
}

/** A time as COPY writes it in a session in UTC, `2026-11-21 08:00:00.123456+00`, as ISO 8601 with milliseconds. */
export const copiedTime = (text: string): string =>
  `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, "0").slice(0, 3)}Z`

const escapeCopy = (text: string): string =>
  NEEDS_ESCAPE.test(text) ? text.replace(/[\\\n\r\t]/g, (char) => ESCAPED[char] ?? char) : text

const arrayElement = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`

const NEEDS_ESCAPE = /[\\\n\r\t]/
const ESCAPED: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" }
const UNESCAPED: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f", v: "\v" }
