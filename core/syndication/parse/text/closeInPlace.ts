import { HTML_VOID } from "./htmlNames.ts"

/**
 * Writes `<code/>` as `<code></code>`: XML serializers close elements in place, while HTML would read the rest of the
 * article as their content. If a name has more closing tags than opening ones, such tags were meant to open.
 */
export const closeInPlace = (html: string): string => {
  if (!html.includes("/>")) return html
  const balance = new Map<string, number>()
  for (const [tag, slash, name = ""] of html.matchAll(TAG)) {
    if (slash === "" && tag.endsWith("/>")) continue
    const key = name.toLowerCase()
    balance.set(key, (balance.get(key) ?? 0) + (slash === "/" ? -1 : 1))
  }
  return html.replace(CLOSED_IN_PLACE, (tag, start: string, name: string) => {
    const key = name.toLowerCase()
    return HTML_VOID.has(key) || (balance.get(key) ?? 0) < 0 ? tag : `${start}></${name}>`
  })
}

const ATTRIBUTES = String.raw`\s(?:[^<>"']|"[^"<]{0,5000}"|'[^'<]{0,5000}'){0,5000}`
const TAG = new RegExp(String.raw`<(/?)([a-z][\w:-]{0,30})(?:${ATTRIBUTES})?/?>`, "gi")
/** A slash directly after an unquoted value belongs to the value. */
const CLOSED_IN_PLACE = new RegExp(String.raw`(<([a-z][\w:-]{0,30})(?:${ATTRIBUTES}(?<=["'\s]))?)/>`, "gi")
