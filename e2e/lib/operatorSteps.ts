import type { Browser, BrowserContext, Locator, Page } from "playwright-core"
import { expect } from "vitest"
import { TEST_MASTER_KEY } from "../../core/accounts/testing/people.ts"
import type { OperatorRole } from "../../core/operators/permissions.ts"
import { runOpsInProcess } from "../../scripts/ops/testing/opsKit.ts"
import { consoleText } from "../../src/console/texts/index.ts"
import { openPage } from "./browser.ts"
import type { TestSite } from "./site.ts"

// Steps of operators at the console, with virtual passkeys.

/** Gives a browser two virtual authenticators, with user presence always given. Returns a function that adds another. */
const giveAuthenticator = async (context: BrowserContext, page: Page) => {
  const session = await context.newCDPSession(page)
  await session.send("WebAuthn.enable")
  const options = { protocol: "ctap2", automaticPresenceSimulation: true } as const
  const more = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true } as const
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: { ...options, ...more, transport: "internal" },
  })
  return async () => {
    await session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled: false })
    await session.send("WebAuthn.addVirtualAuthenticator", { options: { ...options, ...more, transport: "usb" } })
    return () => session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled: true })
  }
}

const invite = async (site: TestSite, name: string, roles: ReadonlyArray<OperatorRole>): Promise<string> => {
  const env = { DATABASE_URL: site.databaseUrl, MASTER_KEY: TEST_MASTER_KEY, CONSOLE_ORIGIN: site.consoleOrigin }
  const run = await runOpsInProcess(env, ["operators", "invite", name, "--roles", roles.join(","), "--yes", "--json"])
  return (run.json() as unknown as { result: { url: string } }).result.url
}

/** An operator in a browser of their own, who joined with two passkeys. */
export const joinConsole = async (
  browser: Browser,
  site: TestSite,
  name: string,
  roles: ReadonlyArray<OperatorRole>,
): Promise<Page> => {
  const { page } = await openPage(browser, { baseURL: site.consoleOrigin })
  const addSecond = await giveAuthenticator(page.context(), page)
  await page.goto(await invite(site, name, roles))
  await page.getByLabel("Name of this passkey").fill("Laptop")
  await page.getByRole("button", { name: "Create a passkey and join" }).click()
  // With one passkey there is nothing but adding the second.
  await page.getByText("Add a second passkey").waitFor()
  await page.goto("/operators")
  expect(new URL(page.url()).pathname).toBe("/passkeys")
  const showFirst = await addSecond()
  await page.getByLabel("Name of this passkey").fill("Key in the safe")
  await page.getByRole("button", { name: "Add a passkey" }).click()
  await page.getByText("Key in the safe").waitFor()
  await showFirst()
  await page.goto("/")
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor()
  return page
}

/** Reads a page again until it shows what somebody else did. */
export const comesToShow = (page: Page, address: string, what: Locator, timeout = 15_000) =>
  expect
    .poll(
      async () => {
        await page.goto(address)
        return what.count()
      },
      { timeout },
    )
    .toBeGreaterThan(0)

/** Has the plan shown of an operation whose parameters are filled in. */
export const showPlan = async (page: Page, t = consoleText("en")) => {
  await page.getByRole("button", { name: t("operate.plan") }).click()
  await page.getByRole("heading", { name: t("run.signatures") }).waitFor()
}

/** Fills in the parameters of an operation, and has its plan shown. */
export const plan = async (page: Page, address: string, fields: Readonly<Record<string, string>> = {}) => {
  await page.goto(address)
  for (const [label, value] of Object.entries(fields)) {
    const field = page.getByLabel(label)
    if ((await field.evaluate((each) => each.tagName)) === "SELECT") await field.selectOption(value)
    else await field.fill(value)
  }
  await showPlan(page)
}

/** Signs the plan that is shown with a passkey. */
export const sign = (page: Page) => page.locator("form[data-passkey=sign] button[type=submit]").last().click()
