import { Result } from "effect"
import { readSettings } from "#core/kernel"

/** What an installation says about itself on its pages. */
export interface Site {
  /** The address under which readers reach it, without a closing slash. */
  readonly origin: string
  readonly https: boolean
  readonly contactEmail: string
}

/** Reads what pages need of the configuration. A process with a wrong one does not get as far as a page. */
export const siteFrom = (environment: Readonly<Record<string, string | undefined>>): Site => {
  const { publicOrigin, contactEmail } = Result.getOrThrow(readSettings(environment))
  return { origin: publicOrigin, https: publicOrigin.startsWith("https:"), contactEmail }
}
