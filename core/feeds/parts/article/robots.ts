/** RFC 9309, 2.5: crawlers must read at least 500 KiB. */
export const ROBOTS_LENGTH_MAX = 512_000
const RULES_MAX = 2_000
const PATTERN_LENGTH_MAX = 500
const WILDCARDS_MAX = 8

type Rule = { readonly allow: boolean; readonly pattern: string }

/**
 * Whether a robots.txt allows a crawler to fetch an address (RFC 9309): the groups with its name apply, otherwise those
 * for all crawlers. The longest matching pattern decides; on a tie, allow wins.
 * @param name product name at the beginning of our User-Agent
 * @param path path with query
 */
export const allowsRobot = (robotsTxt: string, name: string, path: string): boolean => {
  const rules = rulesFor(robotsTxt.slice(0, ROBOTS_LENGTH_MAX), name.toLowerCase())
  let best: Rule | undefined
  for (const rule of rules) {
    if (!matches(rule.pattern, path)) continue
    const longer = best === undefined ? 1 : rule.pattern.length - best.pattern.length
    if (longer > 0 || (longer === 0 && rule.allow)) best = rule
  }
  return best?.allow ?? true
}

const rulesFor = (text: string, name: string): ReadonlyArray<Rule> => {
  const named: Array<Rule> = []
  const general: Array<Rule> = []
  let isNamed = false
  let agents: Array<string> = []
  let inRules = false
  for (const line of text.split(/\r\n?|\n/)) {
    const [, key = "", value = ""] = /^\s*([A-Za-z-]+)\s*:\s*([^#]*)/.exec(line) ?? []
    const trimmed = value.trim()
    switch (key.toLowerCase()) {
      case "user-agent":
        // Several names before the first rule share the rules; a name after a rule starts a new group.
        if (inRules) agents = []
        inRules = false
        agents.push(trimmed.toLowerCase().split("/")[0] ?? "")
        isNamed ||= agents.includes(name)
        break
      case "allow":
      case "disallow": {
        inRules = true
        // Empty rules have no effect.
        if (trimmed === "" || trimmed.length > PATTERN_LENGTH_MAX) break
        const rule = { allow: key.toLowerCase() === "allow", pattern: trimmed }
        if (agents.includes(name) && named.length < RULES_MAX) named.push(rule)
        if (agents.includes("*") && general.length < RULES_MAX) general.push(rule)
        break
      }
    }
  }
  return isNamed ? named : general
}

/** `*` matches anything, a final `$` the end. Works without backtracking, so every pattern is fast. */
const matches = (pattern: string, path: string): boolean => {
  const isWhole = pattern.endsWith("$")
  const pieces = (isWhole ? pattern.slice(0, -1) : pattern).split("*", WILDCARDS_MAX + 1)
  const [first = "", ...rest] = pieces
  if (!path.startsWith(first)) return false
  let at = first.length
  for (const [index, piece] of rest.entries()) {
    const isLast = index === rest.length - 1
    const found = isLast && isWhole ? path.lastIndexOf(piece) : path.indexOf(piece, at)
    if (found < at) return false
    at = found + piece.length
  }
  return !isWhole || at === path.length || pieces.at(-1) === ""
}
