import { parse } from "yaml"

/** Bytes between the lines of dashes. */
export const FRONT_MATTER_BYTES_MAX = 64 * 1024

/** The properties of a Markdown file, and the text after them. */
export type FrontMatter = { readonly properties: ReadonlyMap<string, unknown>; readonly text: string }

/** Reads YAML between lines of dashes at the beginning of a file, as Jekyll has it. Null if it cannot be read. */
export const readFrontMatter = (file: string): FrontMatter | null => {
  const source = file.replaceAll("\r\n", "\n")
  if (!source.startsWith("---\n")) return { properties: new Map(), text: source }
  const end = source.indexOf("\n---", 3)
  if (end === -1 || !/^\n---[ \t]*(?:\n|$)/.test(source.slice(end, end + 200)))
    return { properties: new Map(), text: source }
  if (end > FRONT_MATTER_BYTES_MAX) return null
  const rest = source.indexOf("\n", end + 1)
  try {
    // Without aliases, a few lines cannot stand for gigabytes.
    const value: unknown = parse(source.slice(4, end + 1), { maxAliasCount: 0, schema: "core", logLevel: "error" })
    const properties = new Map(
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.entries(value).map(([name, each]) => [name.toLowerCase(), each] as const)
        : [],
    )
    return { properties, text: rest === -1 ? "" : source.slice(rest + 1) }
  } catch {
    return null
  }
}

/** The first of these properties that is a text or a number, as text; empty without one. */
export const textProperty = (properties: FrontMatter["properties"], ...names: ReadonlyArray<string>): string => {
  for (const name of names) {
    const value = properties.get(name)
    if (typeof value === "string" && value.trim() !== "") return value.trim()
    if (typeof value === "number") return String(value)
    if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString()
  }
  return ""
}

/** A list of texts, also one that is written as a text with commas. */
export const listProperty = (
  properties: FrontMatter["properties"],
  ...names: ReadonlyArray<string>
): ReadonlyArray<string> =>
  names.flatMap((name) => {
    const value = properties.get(name)
    if (Array.isArray(value))
      return value.filter((each) => typeof each === "string" || typeof each === "number").map(String)
    return typeof value === "string" ? value.split(",").map((each) => each.trim()) : []
  })
