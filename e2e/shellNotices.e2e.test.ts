import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { TestPerson } from "../core/accounts/testing/people.ts"
import { enter, launchBrowser, openPage, sharedSite, type TestSite } from "./lib/index.ts"

let site: TestSite
let browser: Browser

beforeAll(async () => {
  ;[site, browser] = await Promise.all([sharedSite(), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

const openEmpty = async () => (await openPage(browser, { baseURL: site.origin })).page
const enterAs = async (page: Page): Promise<TestPerson> => {
  const person = await site.person()
  await enter(page.context(), site, person)
  return person
}
const stopClock = async (page: Page) => {
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1_000)
}
const stored = (page: Page, key: string) =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? "null"), key)

describe("a notice", () => {
  it("[S9-004] appears 200 px from the top and closes after 5 s", async () => {
    const page = await openEmpty()
    await page.goto("/faq")
    await page.evaluate(() =>
      document.dispatchEvent(new CustomEvent("quire:toast", { detail: { kind: "success", text: "Success" } })),
    )
    const toast = page.getByText("Success", { exact: true })
    expect((await toast.boundingBox())?.y).toBe(200)
    const [duration] = await toast.evaluate((line) =>
      line.getAnimations().map(({ effect }) => effect?.getTiming().duration),
    )
    expect(duration).toBe(5_000)
    await toast.waitFor({ state: "detached" })
  })

  it("replaces the one before, so that they do not pile up", async () => {
    const page = await openEmpty()
    await page.goto("/faq")
    await page.evaluate(() => {
      for (const text of ["First", "Second", "Third"])
        document.dispatchEvent(new CustomEvent("quire:toast", { detail: { kind: "success", text } }))
    })
    expect(await page.locator("#toasts .toast").allTextContents()).toEqual(["Third"])
  })

  it("appears above an open dialog", async () => {
    const page = await openEmpty()
    await page.goto("/faq")
    await page.getByRole("button", { name: "How-to" }).click()
    await page.evaluate(() =>
      document.dispatchEvent(new CustomEvent("quire:toast", { detail: { kind: "error", text: "No" } })),
    )
    await page.getByRole("alert", { includeHidden: true }).getByText("No").waitFor()
    expect(await page.locator("#toasts").evaluate((region) => region.matches(":popover-open"))).toBe(true)
  })

  it("works without scripts when the server sends it", async () => {
    const { page } = await openPage(browser, { baseURL: site.origin, javaScriptEnabled: false })
    // The time starts when the notice is visible, which may be long before the page has loaded.
    await page.goto("/wallet", { waitUntil: "commit" })
    const toast = page.getByText("Please signin")
    await toast.waitFor()
    await toast.waitFor({ state: "hidden" })
  })
})

describe("the welcome modal", () => {
  const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Welcome" })

  it("[S4-032] opens on the home page after one second, and not before", async () => {
    const page = await openEmpty()
    await stopClock(page)
    await page.goto("/")
    await page.clock.runFor(999)
    expect(await dialogOf(page).isVisible()).toBe(false)
    await page.clock.runFor(1)
    expect(await dialogOf(page).isVisible()).toBe(true)
  })

  it.each([
    ["typed", (page: Page) => page.keyboard.type("q")],
    ["clicked", (page: Page) => page.mouse.click(5, 300)],
    ["scrolled", (page: Page) => page.evaluate(() => dispatchEvent(new Event("scroll")))],
  ] as const)("does not interrupt a person who has already %s", async (_, act) => {
    const page = await openEmpty()
    await stopClock(page)
    await page.goto("/")
    await page.clock.runFor(500)
    await act(page)
    await page.clock.runFor(5_000)
    expect(await dialogOf(page).isVisible()).toBe(false)
    expect(await stored(page, "quire:intro")).toBe(null)
  })

  it("[S4-032] opens on no other page", async () => {
    const page = await openEmpty()
    await stopClock(page)
    await page.goto("/faq")
    await page.clock.runFor(5_000)
    expect(await dialogOf(page).isVisible()).toBe(false)
  })

  it("[S4-033] [S3-037] is marked as shown and counted when it is closed, five times at most", async () => {
    const page = await openEmpty()
    await stopClock(page)
    for (let shown = 1; shown <= 5; shown++) {
      await page.goto("/")
      await page.clock.runFor(1_000)
      await dialogOf(page).getByRole("button", { name: "Close" }).click()
      await expect.poll(() => stored(page, "quire:intro")).toEqual({ shown })
      expect(await stored(page, "quire:welcome")).toMatchObject({ showedWelcome: true })
    }
    await page.goto("/")
    await page.clock.runFor(5_000)
    expect(await dialogOf(page).isVisible()).toBe(false)
  })

  it("opens for signed-in people too until it was closed five times [S4-032]", async () => {
    const page = await openEmpty()
    const { userCode } = await enterAs(page)
    await stopClock(page)
    for (let shown = 1; shown <= 5; shown++) {
      await page.goto("/")
      await page.clock.runFor(1_000)
      await dialogOf(page).getByRole("button", { name: "Close" }).click()
      await expect.poll(() => stored(page, "quire:intro")).toEqual({ shown })
      expect(await stored(page, `quire:guide:${userCode}`)).toEqual({ showedWelcome: true })
    }
    await page.goto("/")
    await page.clock.runFor(5_000)
    expect(await dialogOf(page).isVisible()).toBe(false)
  })

  it("[S2-056] [S2-086] opens from the How-to button, in EN, DE and FR", async () => {
    const page = await openEmpty()
    await page.goto("/faq")
    await page.getByRole("button", { name: "How-to" }).click()
    const dialog = dialogOf(page)
    expect(await dialog.getByRole("radio").count()).toBe(3)
    for (const [tab, text] of [
      ["DE", "über 400.000 Beiträgen in 9 Sprachen"],
      ["FR", "plus de 400 000 contenus en 9 langues"],
      ["EN", "over 400,000 items in 9 languages"],
    ] as const) {
      await dialog.getByText(tab, { exact: true }).click()
      expect(await dialog.getByText(text).isVisible()).toBe(true)
    }
    await dialog.getByRole("button", { name: "Close" }).click()
    await dialog.waitFor({ state: "hidden" })
  })
})

describe("the version check", () => {
  /** Counts page loads and requests of the version file. */
  const counted = (page: Page) => {
    const loads: Array<string> = []
    const looks: Array<string> = []
    page.on("request", (request) => {
      if (request.isNavigationRequest()) loads.push(request.url())
      if (request.url().endsWith("/version.json")) looks.push(request.url())
    })
    return { loads, looks }
  }

  it("[S4-040] runs on every route change, and does not reload a current page", async () => {
    const page = await openEmpty()
    const { loads, looks } = counted(page)
    await page.goto("/faq")
    await expect.poll(() => looks.length).toBe(1)
    await page.goto("/crypto")
    await expect.poll(() => looks.length).toBe(2)
    await page.evaluate(() => history.pushState(null, "", "?part=2"))
    await expect.poll(() => looks.length).toBe(3)
    await page.goBack()
    await expect.poll(() => looks.length).toBeGreaterThanOrEqual(4)
    expect(loads.length).toBe(2)
  })

  it.each([
    ["[S4-041] cannot be fetched", (page: Page) => page.route("**/version.json", (route) => route.abort())],
    [
      "is of another build",
      (page: Page) =>
        page.route("**/version.json", (route) =>
          route.fulfill({ json: { version: "1", build: "1+x", chosen: "1+x" } }),
        ),
    ],
  ])("reloads a page once if the file %s", async (_, answer) => {
    const page = await openEmpty()
    await answer(page)
    const { loads, looks } = counted(page)
    await page.goto("/faq")
    await expect.poll(() => [loads.length, looks.length]).toEqual([2, 2])
    await page.waitForLoadState("networkidle")
    await page.evaluate(() => history.pushState(null, "", "?part=2"))
    await expect.poll(() => looks.length).toBe(3)
    await page.waitForLoadState("networkidle")
    expect(loads.length).toBe(2)
  })

  it("does not reload a page while a process of another build than the chosen one answers", async () => {
    const page = await openEmpty()
    await page.route("**/version.json", (route) =>
      route.fulfill({ json: { version: "1", build: "1+old", chosen: "1+new" } }),
    )
    const { loads, looks } = counted(page)
    await page.goto("/faq")
    await expect.poll(() => looks.length).toBe(1)
    await page.waitForLoadState("networkidle")
    expect(loads.length).toBe(1)
  })

  it("does nothing while offline", async () => {
    const page = await openEmpty()
    const { loads, looks } = counted(page)
    const looked = page.waitForEvent("requestfinished", (request) => request.url().endsWith("/version.json"))
    await page.goto("/faq")
    await looked
    expect(looks.length).toBe(1)
    await page.context().setOffline(true)
    await page.evaluate(() => history.pushState(null, "", "?part=2"))
    await page.context().setOffline(false)
    expect([loads.length, looks.length]).toEqual([1, 1])
  })
})
