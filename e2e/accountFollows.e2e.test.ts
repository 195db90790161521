import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { TestPerson } from "../core/accounts/testing/people.ts"
import { enter } from "./lib/enter.ts"
import {
  accessibilityProblems,
  hourly,
  launchBrowser,
  NAMES,
  notedFollows,
  notice,
  openPage,
  sharedLibrary,
  type TestLibrary,
  toldFollows,
  WIDTHS,
} from "./lib/index.ts"

const SHOWN = NAMES.slice(0, 4)

let library: TestLibrary
let browser: Browser
const ids = new Map<string, string>()

beforeAll(async () => {
  ;[library, browser] = await Promise.all([sharedLibrary(), launchBrowser()])
  for (const name of SHOWN) ids.set(name, (await library.add(name, hourly(name, 2))).feedId)
})
afterAll(async () => {
  await browser?.close()
  await library?.stop()
})

const idOf = (name: string): string => ids.get(name) ?? ""

/** A browser signed in as a person, with a page open. */
const openAs = async (person: TestPerson, path: string, options: Parameters<typeof openPage>[1] = {}) => {
  const { page } = await openPage(browser, { baseURL: library.site.origin, ...options })
  await enter(page.context(), library.site, person)
  await page.goto(path)
  return page
}

/** The account's follows in group order: `Alpha@Europe`, and `@Empty` for an empty group. */
const accountFollows = async ({ token }: TestPerson): Promise<ReadonlyArray<string>> => {
  const call = async (path: string) => {
    const response = await fetch(`${library.site.origin}/api/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: "{}",
    })
    return ((await response.json()) as { data: never }).data
  }
  const { groupData } = (await call("UserGroup/LoadUserGroup")) as {
    groupData: ReadonlyArray<{ feedId: string; groupName: string }>
  }
  const { feeds } = (await call("Feed/FollowList")) as { feeds: ReadonlyArray<{ feedName: string; groupName: string }> }
  return [
    ...groupData.filter(({ feedId }) => feedId === "").map(({ groupName }) => `@${groupName}`),
    ...feeds.map(({ feedName, groupName }) => (groupName === "" ? feedName : `${feedName}@${groupName}`)),
  ]
}

const group = (page: Page, name: string) => page.getByRole("region", { name })
const button = (page: Page, name: string) => page.locator(`[data-follow="${idOf(name)}"]`).first()

describe("a member's follows", () => {
  it("[S4-028] [S4-029] [S1-008] [S3-034] [S4-004] [S4-007] [S4-012] [S4-027] merge the follows of the guest, update in every browser, and leave the browser on sign-out", async () => {
    const person = await library.site.person()
    const { page: one } = await openPage(browser, { baseURL: library.site.origin })
    const guestFollows = encodeURIComponent(new URLSearchParams({ Europe: idOf("Alpha"), Empty: "" }).toString())
    await one.context().addCookies([{ name: "quire_follows", value: guestFollows, url: library.site.origin }])
    await one.goto("/newsfeeds/follows")
    await expect.poll(() => notedFollows(one)).toEqual(["Alpha@Europe", "@Empty"])

    await enter(one.context(), library.site, person)
    await one.goto("/newsfeeds")
    const dialog = one.getByRole("dialog", { name: "Add to your account" })
    await dialog.getByText("Add the feeds from this browser to your account?").waitFor()
    await dialog.getByText(/^1 feed( · |$)/).waitFor()
    expect(await accessibilityProblems(one)).toEqual([])
    await dialog.getByRole("button", { name: "Yes, add them" }).click()
    await notice(one, "Success").waitFor()
    await expect.poll(() => accountFollows(person)).toEqual(["@Empty", "Alpha@Europe"])
    expect(await notedFollows(one)).toEqual([])
    expect(await toldFollows(one)).toEqual({})
    const stored = (key: string) => one.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? "null"), key)
    await expect.poll(() => stored("quire:userGroup")).toMatchObject({ loadData: true, groupData: [{}, {}] })
    await expect.poll(() => stored("quire:relationshipStatuses")).toContainEqual({ id: 2, name: "Followed" })

    const other = await openAs(person, "/newsfeeds/follows")
    await group(other, "Europe").getByRole("link", { name: "Alpha" }).waitFor()
    await one.goto(`/detail/${idOf("Bravo")}`)
    await button(one, "Bravo").click()
    await notice(one, "Success").waitFor()
    await group(other, "No group").getByRole("link", { name: "Bravo" }).waitFor()

    // The follow is moved into a group by mouse and out by keyboard, while the other browser watches.
    await one.goto("/newsfeeds/follows")
    await one.getByRole("link", { name: "Bravo" }).hover()
    // A drag made before hydration would be lost: Astro marks the island when it is ready.
    await one.locator("astro-island:not([ssr])", { has: group(one, "Empty") }).waitFor()
    await one
      .locator("li", { has: one.getByRole("link", { name: "Bravo" }) })
      .dragTo(group(one, "Empty"), { targetPosition: { x: 20, y: 20 } })
    await group(one, "Empty").getByRole("link", { name: "Bravo" }).waitFor()
    await group(other, "Empty").getByRole("link", { name: "Bravo" }).waitFor()
    await other.getByLabel("Group of Bravo").focus()
    await other.keyboard.type("Eur")
    await other.keyboard.press("Tab")
    await other.keyboard.press("Enter")
    await group(one, "Europe").getByRole("link", { name: "Bravo" }).waitFor()
    await expect.poll(() => accountFollows(person)).toEqual(["@Empty", "Alpha@Europe", "Bravo@Europe"])

    // On sign-out the browser drops its copy of the follows and stops polling for news.
    await one.evaluate(() => {
      localStorage.setItem("quire:news-on", "")
      localStorage.setItem("quire:followList", "[]")
    })
    await one.context().clearCookies({ name: "quire_session" })
    await one.goto("/")
    const left = () => one.evaluate(() => Object.keys(localStorage))
    for (const key of ["followList", "followMirror", "userGroup", "read", "news", "news-on"])
      await expect.poll(left).not.toContain(`quire:${key}`)
  })

  it("stay unchanged if the person declines to merge the guest's follows, and the question does not return [S4-029]", async () => {
    const person = await library.site.person()
    const { page } = await openPage(browser, { baseURL: library.site.origin })
    const cookie = encodeURIComponent(new URLSearchParams({ Europe: idOf("Alpha") }).toString())
    await page.context().addCookies([{ name: "quire_follows", value: cookie, url: library.site.origin }])
    await page.goto("/newsfeeds/follows")
    await expect.poll(() => notedFollows(page)).toEqual(["Alpha@Europe"])
    await enter(page.context(), library.site, person)
    await page.goto("/newsfeeds")
    const dialog = page.getByRole("dialog", { name: "Add to your account" })
    await dialog.waitFor()
    await dialog.locator("button[value=no]").click()
    await dialog.waitFor({ state: "hidden" })
    await page.goto(`/detail/${idOf("Bravo")}`)
    await button(page, "Bravo").click()
    await notice(page, "Success").waitFor()
    expect(await dialog.isVisible()).toBe(false)
    expect(await accountFollows(person)).toEqual(["Bravo"])
    expect(await notedFollows(page)).toEqual(["Alpha@Europe"])
  })

  it("[S2-024] [S4-031] [S4-030] are removed and restored; after a failed request the button keeps its state", async () => {
    const person = await library.site.person()
    const page = await openAs(person, `/detail/${idOf("Charlie")}`)
    const follow = button(page, "Charlie")
    await page.route("**/api/Feed/UpdateFollow", (route) => route.fulfill({ status: 503, body: "" }))
    await follow.click()
    await notice(page, "went wrong").or(page.locator("#toasts .toast").last()).first().waitFor()
    await expect.poll(() => follow.getAttribute("aria-busy")).toBe(null)
    expect(await follow.textContent()).toBe("Follow")
    await page.unroute("**/api/Feed/UpdateFollow")
    const sent = page.waitForRequest("**/api/Feed/UpdateFollow")
    await follow.click()
    expect((await sent).postDataJSON()).toEqual({
      feed: { id: idOf("Charlie") },
      followStatusId: 2,
      feedId: idOf("Charlie"),
    })
    await expect.poll(() => follow.textContent()).toBe("Unfollow")
    await expect.poll(() => accountFollows(person)).toEqual(["Charlie"])
    // The account has the follow before the page knows; until then the button ignores clicks.
    await expect.poll(() => follow.getAttribute("aria-busy")).toBe(null)
    await follow.click()
    await expect.poll(() => accountFollows(person)).toEqual([])
    await page.goto("/subscriptions/deleted")
    const currency = page.getByRole("dialog", { name: "Choose your base currency" })
    await currency.getByLabel("EUR").check()
    await currency.getByRole("button", { name: "OK" }).click()
    await page.getByRole("heading", { name: "Deleted Feeds" }).waitFor()
    await button(page, "Charlie").click()
    await expect.poll(() => accountFollows(person)).toEqual(["Charlie"])
    await page.reload()
    await page.getByText("You haven’t unfollowed any feeds.").waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
  })

  it("are shown on a person's page if they allow it, and not otherwise", async () => {
    const person = await library.site.person()
    const plain = await openAs(person, `/detail/${idOf("Alpha")}`, { javaScriptEnabled: false })
    await plain.getByRole("button", { name: "Follow Alpha" }).first().click()
    await plain.getByRole("button", { name: "Unfollow Alpha" }).first().waitFor()
    const guest = (await openPage(browser, { baseURL: library.site.origin })).page
    const shown = async () => {
      await guest.goto(`/user/${person.userCode}`)
      return guest.locator("main").getByRole("link", { name: "Alpha", exact: true }).count()
    }
    expect(await shown()).toBe(0)
    const choose = async (isShown: boolean) => {
      await plain.goto("/settings/account")
      const box = plain.getByLabel("Show the feeds I follow on my page")
      await box.setChecked(isShown)
      await plain.locator("form", { has: box }).getByRole("button").click()
      await plain.waitForURL(/saved=follows/)
    }
    await choose(true)
    expect([await shown(), await accessibilityProblems(guest)]).toEqual([1, []])
    await choose(false)
    expect(await shown()).toBe(0)
  })

  it("can be changed without scripts, like saved items, muted sources and read marks", async () => {
    const person = await library.site.person()
    const page = await openAs(person, `/detail/${idOf("Delta")}`, { javaScriptEnabled: false })
    await button(page, "Delta").click()
    await expect.poll(() => accountFollows(person)).toEqual(["Delta"])
    await page.getByText("Mute words").click()
    await page.getByLabel("Words").fill("Item 2, nothing")
    await page.getByRole("button", { name: "Save", exact: true }).click()
    const items = async () => {
      await page.goto("/newsfeeds")
      return page.locator("article.item h3").allInnerTexts()
    }
    await expect.poll(items).toEqual([expect.stringContaining("Delta item 1")])
    await page.getByRole("button", { name: "Mark all as read" }).click()
    await expect.poll(() => page.locator("article.item[data-read]").count()).toBe(1)
    await page.getByRole("link", { name: /Delta item 1/ }).click()
    await page.getByRole("button", { name: "Save for later: Delta item 1" }).click()
    await page.goto("/newsfeeds/saved")
    await page.getByRole("link", { name: /Delta item 1/ }).waitFor()
    await page.goto("/newsfeeds/follows")
    await page.getByLabel("New group").fill("Quiet")
    await page.getByRole("button", { name: "Create" }).click()
    await expect.poll(() => accountFollows(person)).toEqual(["@Quiet", "Delta"])
    const opml = await page.request.get("/guest/opml")
    expect(await opml.text()).toContain('title="Delta"')
    const list = `<opml version="2.0"><body><outline text="News"><outline type="rss" text="Alpha" xmlUrl="${library.publisher.base}/Alpha/feed.xml"/></outline></body></opml>`
    const file = { name: "list.opml", mimeType: "text/xml", buffer: Buffer.from(list) }
    await page.locator("input[type=file]").setInputFiles(file)
    await page.getByRole("button", { name: "Import" }).click()
    await expect.poll(() => accountFollows(person)).toEqual(["@Quiet", "Delta", "Alpha@News"])
  })
})

describe("messages", () => {
  it("are shortened in lists after a number of rows of 22 characters, and complete in the conversation [S9-003]", async () => {
    const [mara, ben] = [await library.site.person(), await library.site.person({ displayName: "Ben Okafor" })]
    const text = "long ".repeat(30).trim()
    await fetch(`${library.site.origin}/api/Message/SendMessage`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${ben.token}` },
      body: JSON.stringify({ targetUserCode: mara.userCode, message: text }),
    })
    const page = await openAs(mara, "/message?type=Invite", { javaScriptEnabled: false })
    const folded = (rows: number) => `${text.slice(0, rows * 22).trimEnd()}…`
    await page.getByText(folded(6), { exact: true }).waitFor()
    await page.goto("/message/chatlist")
    await page.getByText(folded(4), { exact: true }).waitFor()
    await page.goto(`/message/${ben.userCode}`)
    await page.getByText(text, { exact: true }).waitFor()
  })

  it("[S2-027] [S2-028] [S2-066] [S3-023] [S4-002] [S7-144] require sign-in, are counted in the header and the drawer, and can be read and answered without scripts", async () => {
    const { page: guest } = await openPage(browser, { baseURL: library.site.origin })
    const requested: Array<string> = []
    guest.on("request", (request) => requested.push(new URL(request.url()).pathname))
    await guest.goto("/message")
    await guest.getByRole("heading", { name: "Sign in", level: 1 }).waitFor()
    expect(new URL(guest.url()).pathname).toBe("/message")
    await guest.goto("/message/chatlist")
    expect(new URL(guest.url()).pathname).toBe("/signin")

    const [mara, ben] = [await library.site.person(), await library.site.person()]
    const call = async (person: TestPerson, name: string, payload: object = {}) => {
      const response = await fetch(`${library.site.origin}/api/Message/${name}`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${person.token}` },
        body: JSON.stringify(payload),
      })
      return ((await response.json()) as { data: Readonly<Record<string, unknown>> }).data
    }
    await expect.poll(async () => (await call(mara, "LoadMessage"))["total"]).toBe(1)
    const page = await openAs(mara, "/faq")
    await page.setViewportSize({ width: 375, height: 800 })
    const loaded = page.waitForRequest("**/api/Message/LoadMessage")
    await page.goto("/faq")
    expect((await loaded).postDataJSON()).toEqual({ filter: { pageSize: 20, page: 1 }, type: "All" })
    await expect.poll(() => page.locator("header [data-unread]").textContent()).toContain("1")
    await expect.poll(() => page.title()).toMatch(/^\(1\) \S/)
    await page.getByRole("button", { name: "Menu" }).click()
    await page.locator("#menu").getByRole("link", { name: "Messages 1" }).click()
    await page.getByRole("heading", { name: "Messages" }).waitFor()
    await page.waitForLoadState()
    expect(await page.locator("footer").count()).toBe(0)
    expect(await accessibilityProblems(page)).toEqual([])
    expect(requested.filter((path) => path.includes("/api/Message/"))).toEqual([])

    await call(ben, "SendMessage", { targetUserCode: mara.userCode, message: "Hello <b>Mara</b>" })
    const plain = await openAs(mara, "/message", { javaScriptEnabled: false })
    await plain.getByRole("button", { name: "Mark as read: Welcome to Quire" }).click()
    await plain.getByRole("link", { name: "Requests" }).click()
    await plain.locator("main").getByRole("link", { name: "Anna Muster" }).click()
    await plain.getByText("Hello <b>Mara</b>").waitFor()
    await plain.getByLabel("Your message").fill("Hello Ben")
    await plain.getByRole("button", { name: "Send" }).click()
    await plain.getByText("Hello Ben").waitFor()
    expect((await plain.locator("header [data-unread]").textContent())?.trim()).toBe("")
    await page.emulateMedia({ colorScheme: "dark" })
    await page.goto(`/message/${ben.userCode}`)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.goto("/message/chatlist")
    expect(await page.locator("main li").textContent()).toContain("You: Hello Ben")
  })
})

describe("the subscription pages", () => {
  it("[S4-039] [S5-019] [S3-041] [S2-069] ask for the base currency first, by keyboard on a phone and without scripts in German", async () => {
    const page = await openAs(await library.site.person(), "/subscriptions/deleted", { width: WIDTHS.phone })
    const dialog = page.getByRole("dialog", { name: "Choose your base currency" })
    const isModal = () => dialog.evaluate((each) => each.matches(":modal"))
    await expect.poll(isModal).toBe(true)
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await dialog.locator("label b").allInnerTexts()).toEqual(["USD", "EUR"])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(WIDTHS.phone)
    for (const key of ["Escape", "Escape"]) await page.keyboard.press(key)
    await expect.poll(isModal).toBe(true)
    await page.keyboard.press("Enter")
    expect(await dialog.getByRole("alert").textContent()).toBe("Please select base currency first")
    expect(await dialog.isVisible()).toBe(true)
    await page.keyboard.press("ArrowDown")
    expect(await dialog.getByRole("alert").count()).toBe(0)
    await page.keyboard.press("Enter")
    await dialog.waitFor({ state: "detached" })
    expect(new URL(page.url()).pathname).toBe("/subscriptions/deleted")
    await page.getByRole("button", { name: "Menu" }).click()
    const shown = page.locator("#menu").getByRole("link", { name: "Base currency" })
    expect(await shown.textContent()).toBe("Base currency EUR")
    await shown.click()
    await page.waitForLoadState()
    const select = page.getByLabel("Base currency")
    expect([await select.inputValue(), await select.locator("option").allInnerTexts()]).toEqual(["5", ["USD", "EUR"]])

    const options = { javaScriptEnabled: false, locale: "de-DE" }
    const plain = await openAs(await library.site.person(), "/subscriptions/deleted", options)
    await plain.getByRole("button", { name: "OK" }).click()
    expect(await plain.getByRole("alert").first().textContent()).toContain("Bitte wählen Sie zuerst eine Basiswährung")
    await plain.getByLabel("USD").check()
    await plain.getByRole("button", { name: "OK" }).click()
    await plain.waitForURL("**/subscriptions/deleted")
    expect(await plain.getByRole("dialog", { name: "Wählen Sie Ihre Basiswährung" }).count()).toBe(0)
    expect(await plain.getByLabel("USD").count()).toBe(0)
  })
})
