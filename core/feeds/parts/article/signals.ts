import { Parser } from "htmlparser2"
import type { PartRefusal } from "../Part.ts"

/** Names by which a page speaks to robots in general, or to us. */
const ROBOTS_NAMES = new Set(["robots", "quire"])
/** Words with which a publisher keeps a page's text from being taken: no copies, no excerpts, not for machines. */
const RESERVING = new Set(["noai", "nosnippet", "noarchive", "none"])
const SCRIPT_LENGTH_MAX = 200_000
const PAYWALLED_TIERS = new Set(["locked", "metered", "premium", "subscriber", "subscribers"])

/**
 * Why a page's article is not to be taken, as the page itself or its server says, or null: robots directives that reserve
 * its words (`noai`, `nosnippet`, `noarchive`), a reservation of text and data mining (TDMRep), or marks of what is for
 * paying readers (schema.org `isAccessibleForFree`, `article:content_tier`).
 *
 * @param robotsTag the header X-Robots-Tag, or null
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

/** In JSON-LD that is often not quite JSON; written as false, "False" or "http://schema.org/False". */
const NOT_FREE = /"isAccessibleForFree"\s*:\s*(?:false|"(?:https?:\/\/schema\.org\/)?false")/i

const refusalOfMeta = (attributes: Readonly<Record<string, string>>): PartRefusal | null => {
  const name = (attributes["name"] ?? attributes["property"] ?? attributes["http-equiv"] ?? "").toLowerCase()
  const content = (attributes["content"] ?? "").trim().toLowerCase()
  if (ROBOTS_NAMES.has(name) && isReserving(content)) return "reserved"
  if (name === "tdm-reservation" && content === "1") return "reserved"
  if (name === "article:content_tier" && PAYWALLED_TIERS.has(content)) return "paywall"
  return null
}

/** Directives are parted by commas; one for another robot has its name and a colon before it. */
const isReserving = (directives: string): boolean =>
  directives.split(",").some((directive) => {
    const [value = "", name = "*"] = directive
      .trim()
      .toLowerCase()
      .split(/\s*:\s*/)
      .reverse()
    return (name === "*" || ROBOTS_NAMES.has(name)) && RESERVING.has(value)
  })
