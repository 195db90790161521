import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { connect } from "#core/kernel"
import { accessibilityProblems, launchBrowser, openPage, sharedSite, type TestSite, WIDTHS } from "./lib/index.ts"
import { comesToShow, joinConsole, plan } from "./lib/operatorSteps.ts"

let site: TestSite
let browser: Browser

beforeAll(async () => {
  ;[site, browser] = await Promise.all([sharedSite(), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

const find = async (page: Page, text: string) => {
  const field = page.getByRole("banner").getByRole("searchbox").or(page.getByRole("banner").getByRole("combobox"))
  await field.first().fill(text)
  await field.first().press("Enter")
}

it("an operator goes to pages by name, sees nodes and releases, and a run as it was before it was stopped", {
  tags: ["long"],
}, async () => {
  const page = await joinConsole(browser, site, "Kim", ["engineer", "auditor"])
  await find(page, "nodes")
  await page.getByRole("heading", { level: 1, name: "Nodes" }).waitFor()
  for (const role of ["web", "chat", "worker", "keeper", "console"])
    await comesToShow(page, "/nodes", page.getByRole("row", { name: new RegExp(`^${role} serving`) }))
  expect(await accessibilityProblems(page)).toEqual([])
  await find(page, "Releases")
  await page.getByRole("row", { name: /chat, console, keeper, web, worker/ }).waitFor()
  // Everything that the tests of the console do, its role may do.
  const sql = connect(site.databaseUrl, { connectionsMax: 1 })
  const [used] = await sql`select usename from pg_stat_activity where application_name = 'quire console era'`
  expect(used?.["usename"]).toMatch(/^quire_console_/)
  await sql.end()
  expect(await accessibilityProblems(page)).toEqual([])
  await find(page, "read model")
  await page.getByRole("heading", { level: 1, name: "Find" }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole("main").getByRole("link", { name: "Pause a read model" }).waitFor()
  await find(page, "nothing-has-this-name")
  await page.getByText("nothing has this id").waitFor()

  await plan(page, "/operate/projections.pause?projection=follows", { Reason: "Only looking" })
  const address = new URL(page.url()).pathname
  // This page has scripts for the passkey, so Ctrl-K leads to the search, too.
  await page.keyboard.press("Control+k")
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("id")
  await page.getByLabel("Why").fill("Not today")
  await page.getByRole("button", { name: "Stop it" }).click()
  await page.getByText("Stopped by Kim: Not today").waitFor()
  await page.goto(`/events?stream=operation-${address.split("/").at(-1)}`)
  await page.locator("tbody td.number a").last().click()
  await page.getByRole("link", { name: "The stream until this event" }).click()
  expect(await page.locator("tbody tr").count()).toBe(1)
  await page.goBack()
  await page.getByRole("link", { name: "The page as it was after this event" }).click()
  await page.getByText(/^As it was at position [\d,]+ of the log/).waitFor()
  expect(await page.getByText("Stopped by Kim").count()).toBe(0)
  expect(await page.getByRole("main").getByRole("button").count()).toBe(0)
  expect(await page.locator("script").count()).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole("link", { name: "Show it as it is now" }).click()
  await page.getByText("Stopped by Kim: Not today").waitFor()

  await page.getByRole("button", { name: "Deutsch" }).click()
  await page.setViewportSize({ width: WIDTHS.phone, height: 800 })
  for (const path of ["/nodes", "/releases", "/find?id=lesemodell", "/audit", `${address}?at=1`, "/events?asOf=5"]) {
    await page.goto(path)
    expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, WIDTHS.phone])
    expect([path, await page.locator("script").count()]).toEqual([path, 0])
  }
})

/** The answer of a passkey that belongs to nobody. */
const FOREIGN_PASSKEY = JSON.stringify({
  ...{ id: "AAAA", rawId: "AAAA", type: "public-key", clientExtensionResults: {} },
  response: { clientDataJSON: "e30", authenticatorData: "AAAA", signature: "AAAA", userHandle: "AAAA" },
})

it("a refused sign-in is counted in the overview, which leads everybody to its event", async () => {
  const { page: guest } = await openPage(browser, { baseURL: site.consoleOrigin })
  await guest.goto("/signin")
  const status = await guest.evaluate(async (signed) => {
    const answered = await fetch("/signin", { method: "POST", body: new URLSearchParams({ signed }) })
    return answered.status
  }, FOREIGN_PASSKEY)
  expect(status).toBe(401)
  await guest.context().close()

  const page = await joinConsole(browser, site, "Nora", ["viewer"])
  await page.getByRole("link", { name: /sign-ins? at this console (was|were) refused since yesterday/ }).click()
  await page.getByRole("heading", { level: 1, name: "Events" }).waitFor()
  await page.locator("tbody").getByText("operators.SignInRefused.v1").first().waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.context().close()
})
