import type { BrowserContext } from "playwright-core"
import type { TestPerson } from "../../core/accounts/testing/people.ts"
import type { TestSite } from "./site.ts"

/** Lets a browser be signed in as a person, as the cookie of their session does. */
export const enter = (context: BrowserContext, site: TestSite, { token }: TestPerson): Promise<void> =>
  context.addCookies([{ name: "quire_session", value: token, url: site.origin, httpOnly: true, sameSite: "Lax" }])
