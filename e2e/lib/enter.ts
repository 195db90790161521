import type { BrowserContext } from "playwright-core"
import type { TestPerson } from "../../core/accounts/testing/people.ts"
import type { TestSite } from "./site.ts"

/** Signs a browser in as a person by setting the session cookie. */
export const enter = (context: BrowserContext, site: TestSite, { token }: TestPerson): Promise<void> =>
  context.addCookies([{ name: "quire_session", value: token, url: site.origin, httpOnly: true, sameSite: "Lax" }])
