/** What an installation says about itself. */
export interface Site {
  /** The address under which the public reaches it, without a closing slash; unknown on a plain development machine. */
  readonly origin: string | undefined
  readonly contactEmail: string
}

const CONTACT_EMAIL = "contact@quire.example"

/** Reads PUBLIC_ORIGIN and CONTACT_EMAIL. They were checked when the process started, so nothing is refused here. */
export const siteFrom = (environment: Readonly<Record<string, string | undefined>>): Site => ({
  origin: originOf(environment["PUBLIC_ORIGIN"]),
  contactEmail: environment["CONTACT_EMAIL"] || CONTACT_EMAIL,
})

const originOf = (text: string | undefined): string | undefined =>
  text !== undefined && URL.canParse(text) ? new URL(text).origin : undefined
