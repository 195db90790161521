import { Result } from "effect"
import { readSettings } from "#core/kernel"

/** What an installation says about itself on its pages. */
export interface Site {
  /** The address under which readers reach it, without a closing slash. */
  readonly origin: string
  readonly https: boolean
  /** Where browsers reach the chat socket. */
  readonly chatUrl: string
  readonly contactEmail: string
  /** Whether mail stays here and may be read here: no mail server is configured, and only this machine is served. */
  readonly hasMailbox: boolean
}

/** Reads what pages need of the configuration. A process with a wrong one does not get as far as a page. */
export const siteFrom = (environment: Readonly<Record<string, string | undefined>>): Site => {
  const { publicOrigin, chatUrl, contactEmail, stage, smtpUrl } = Result.getOrThrow(readSettings(environment))
  const hasMailbox = stage === "development" && smtpUrl === undefined
  return { origin: publicOrigin, https: publicOrigin.startsWith("https:"), chatUrl, contactEmail, hasMailbox }
}
