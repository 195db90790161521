import type { Column } from "./Table.ts"

/** Undoes the escapes of COPY's text format; the backslash is the only one that matters for speed. */
export const unescapeCopy = (text: string): string =>
  text.includes("\\") ? text.replace(/\\(.)/g, (_, char: string) => UNESCAPED[char] ?? char) : text

/** One value in COPY's text format. */
export const copyValue = (value: unknown, { type }: Column<unknown>): string => {
  if (value === null || value === undefined) return "\\N"
  if (type === "jsonb") return escapeCopy(JSON.stringify(value))
  if (type === "text[]") return escapeCopy(`{${(value as ReadonlyArray<string>).map(arrayElement).join(",")}}`)
  if (typeof value === "string") return escapeCopy(value)
  return String(value)
}

const escapeCopy = (text: string): string =>
  NEEDS_ESCAPE.test(text) ? text.replace(/[\\\n\r\t]/g, (char) => ESCAPED[char] ?? char) : text

const arrayElement = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`

const NEEDS_ESCAPE = /[\\\n\r\t]/
const ESCAPED: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" }
const UNESCAPED: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f", v: "\v" }
