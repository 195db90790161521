import type { Flag } from "#core/flags"

/**
 * Calls that operators can turn off, by their feature. Pages use the same calls. A feature that is off refuses what is
 * new; what exists stays readable, and can be changed and deleted.
 */
const SWITCHES: Readonly<Record<Flag, ReadonlyArray<string>>> = {
  signUp: ["/api/User/SignUp"],
  imports: ["/api/Channel/BeginImport", "/api/Channel/ImportFeed"],
  assistant: ["/api/Feed/AIWrite", "/api/Feed/AITranslate"],
  comments: ["/api/Feed/CreateComment"],
  publishing: ["/api/Feed/createContent"],
  identityChecks: ["/api/UserProfile/BeginKYC"],
}

const flags = new Map(
  Object.entries(SWITCHES).flatMap(([flag, paths]) => paths.map((path) => [path, flag as Flag] as const)),
)

/** The feature of a call, or null if it cannot be turned off. */
export const flagOfCall = (path: string): Flag | null => flags.get(path) ?? null
