import { Parser } from "htmlparser2"
import type { PartRefusal } from "../ItemPart.ts"

/** Names by which a page addresses all robots, or us. */
const ROBOTS_NAMES = new Set(["robots", "quire"])
/** Directives that reserve the text of a page: no copies, no excerpts, no machine use. */
const RESERVING = new Set(["noai", "nosnippet", "noarchive", "none"])
const SCRIPT_LENGTH_MAX = 200_000
const PAYWALLED_TIERS = new Set(["locked", "metered", "premium", "subscriber", "subscribers"])

/**
 * Why the article of a page must not be taken, or null: robots directives (`noai`, `nosnippet`, `noarchive`), a text
 * and data mining reservation (TDMRep), or paywall marks (schema.org `isAccessibleForFree`, `article:content_tier`).
 * @param robotsTag the X-Robots-Tag header, or null
 */
export const refusalIn = (html: string, robotsTag: string | null): PartRefusal | null => {
  if (robotsTag !== null && isReserving(robotsTag)) return "reserved"
  let refusal: PartRefusal | null = null
  let script: string | undefined
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (name === "meta") refusal ??= refusalOfMeta(attributes)
      if (name === "script" && attributes["type"]?.toLowerCase().includes("ld+json")) script = ""
    },
    ontext: (text) => {
      if (script !== undefined && script.length < SCRIPT_LENGTH_MAX) script += text
    },
    onclosetag: (name) => {
      if (name !== "script" || script === undefined) return
      if (NOT_FREE.test(script)) refusal ??= "paywall"
      script = undefined
    },
  })
  parser.end(html)
  return refusal
}

/** JSON-LD is often not valid JSON; the value may be false, "False" or "http://schema.org/False". */
const NOT_FREE = /"isAccessibleForFree"\s*:\s*(?:false|"(?:https?:\/\/schema\.org\/)?false")/i

const refusalOfMeta = (attributes: Readonly<Record<string, string>>): PartRefusal | null => {
  const name = (attributes["name"] ?? attributes["property"] ?? attributes["http-equiv"] ?? "").toLowerCase()
  const content = (attributes["content"] ?? "").trim().toLowerCase()
  if (ROBOTS_NAMES.has(name) && isReserving(content)) return "reserved"
  if (name === "tdm-reservation" && content === "1") return "reserved"
  if (name === "article:content_tier" && PAYWALLED_TIERS.has(content)) return "paywall"
  return null
}

/** Directives are separated by commas; a name and a colon before one address another robot. */
const isReserving = (directives: string): boolean =>
  directives.split(",").some((directive) => {
    const [value = "", name = "*"] = directive
      .trim()
      .toLowerCase()
      .split(/\s*:\s*/)
      .reverse()
    return (name === "*" || ROBOTS_NAMES.has(name)) && RESERVING.has(value)
  })
