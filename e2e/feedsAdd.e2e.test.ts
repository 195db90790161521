import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { hourly, launchBrowser, openPage, sharedLibrary, type TestLibrary } from "./lib/index.ts"

const CORPUS = "../shared/corpora/feedsmith/src/feeds"

let library: TestLibrary
let browser: Browser

beforeAll(async () => {
  ;[library, browser] = await Promise.all([sharedLibrary(), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await library?.stop()
})

const openNews = async (options: Parameters<typeof openPage>[1] = {}): Promise<Page> => {
  const { page } = await openPage(browser, { baseURL: library.site.origin, ...options })
  await page.goto("/newsfeeds")
  return page
}
const paste = async (page: Page, address: string) => {
  await page.getByLabel("Address of a blog, newsletter, channel or podcast").fill(address)
  await page.getByRole("button", { name: "Find the feed" }).click()
}
const followFound = async (page: Page, name: string) => {
  await page.getByRole("heading", { name: "Found at this address" }).waitFor()
  await page
    .getByRole("main")
    .getByRole("button", { name: `Follow ${name}`, exact: true })
    .click()
  await page
    .getByRole("main")
    .getByRole("button", { name: `Unfollow ${name}`, exact: true })
    .waitFor()
}

it("a feed is added from the newsfeed in one click, and a text that is no address opens the feed search", async () => {
  const { page } = await openPage(browser, { baseURL: library.site.origin })
  await page.goto("/newsfeeds?view=all")
  await page.getByRole("link", { name: "Add feed" }).click()
  await paste(page, "harbour letters")
  await page.getByRole("link", { name: "Search feeds for “harbour letters”" }).click()
  await page.waitForURL("**/newsfeeds/search?kw=harbour+letters&type=feed")
})

describe("the address field", () => {
  it("[S1-001] [S1-006] finds the feed of a page, whose items show at once and after a reload", async () => {
    const page = await openNews()
    await paste(page, library.publisher.publish("Mike", hourly("Mike", 4)))
    await page.getByRole("link", { name: "Mike item 1", exact: true }).waitFor()
    await followFound(page, "Mike")
    await page.goto("/newsfeeds")
    const titles = page.getByRole("article").getByRole("heading")
    expect(await titles.allInnerTexts()).toEqual([1, 2, 3, 4].map((item) => `Mike item ${item}`))
    await page.reload()
    expect(await titles.first().textContent()).toContain("Mike item 1")
  })

  it("[S1-001] accepts the address of a feed", async () => {
    const page = await openNews()
    library.publisher.publish("November", hourly("November", 2))
    await paste(page, `${library.publisher.base}/November/feed.xml`)
    await followFound(page, "November")
    await page.goto("/newsfeeds")
    await page.getByRole("link", { name: "November item 2", exact: true }).waitFor()
  })

  it("works without scripts", async () => {
    const page = await openNews({ javaScriptEnabled: false })
    await paste(page, library.publisher.publish("Oscar", hourly("Oscar", 2)))
    await page.getByRole("main").getByRole("button", { name: "Follow Oscar" }).click()
    await page.goto("/newsfeeds")
    expect(await page.getByRole("link", { name: "Oscar item 1", exact: true }).isVisible()).toBe(true)
  })

  it.each([
    ["that is invalid", "isn’t a valid address", "This isn’t a valid address."],
    [
      "of another scheme",
      "ftp://example.org/feed",
      "Only addresses that start with http:// or https:// can be followed.",
    ],
    ["of a private network", "http://10.1.2.3/feed", "This address belongs to a private network"],
  ])("refuses an address %s with a message beside the field", async (_, address, words) => {
    const page = await openNews()
    await paste(page, address)
    const field = page.getByLabel("Address of a blog, newsletter, channel or podcast")
    await page.getByText(words).waitFor()
    expect(await field.getAttribute("aria-invalid")).toBe("true")
    expect(await field.inputValue()).toBe(address)
  })

  it("says of 5,000 letters that they are no address, and asks no publisher", async () => {
    const page = await openNews()
    await page.goto(`/newsfeeds/add?url=https://example.org/${"a".repeat(5_000)}`)
    await page.getByText("This isn’t a valid address. It should look like").waitFor()
  })

  it("validates the pattern of a web address before sending, without blocking the form [S5-006]", async () => {
    const page = await openNews({ javaScriptEnabled: false })
    const field = page.getByLabel("Address of a blog, newsletter, channel or podcast")
    const hint = page.getByText("Addresses usually look like https://example.org/blog.")
    expect(await hint.isVisible()).toBe(false)
    for (const [address, isUnlike] of [
      ["htps://example.org", true],
      ["https://example.org/blog", false],
      ["https://example", true],
    ] as const) {
      await field.fill(address)
      await field.blur()
      expect(await hint.isVisible()).toBe(isUnlike)
    }
    await page.getByRole("button", { name: "Find the feed" }).click()
    await page.waitForURL("**/newsfeeds/add?url=*")
  })

  it("covers the page with the loading overlay and its text while the address is looked up [S2-085]", async () => {
    const page = await openNews()
    // Registered after the page's own listener, and runs before the browser leaves the page.
    await page.evaluate(() =>
      addEventListener("submit", () => {
        const { x = 0, y = 0 } = document.querySelector("#add-url")?.getBoundingClientRect() ?? {}
        const overlay = document.querySelector("#loading")
        const isCovered = document.elementFromPoint(x + 5, y + 5)?.closest("main") === null
        const seen = { isModal: overlay?.matches(":modal"), text: overlay?.textContent?.trim(), isCovered }
        sessionStorage.setItem("seen", JSON.stringify(seen))
      }),
    )
    await paste(page, library.publisher.publish("Papa", hourly("Papa", 1)))
    await page.getByRole("heading", { name: "Found at this address" }).waitFor()
    const seen = await page.evaluate(() => JSON.parse(sessionStorage.getItem("seen") ?? "{}"))
    expect(seen).toEqual({ isModal: true, text: expect.stringMatching(/\w+/), isCovered: true })
    expect(await page.locator("#loading").isVisible()).toBe(false)
  })

  it("shows an error for a page without a feed", async () => {
    const page = await openNews()
    await paste(page, library.publisher.serve("/plain", "text/html", "<!doctype html><title>Plain</title>"))
    await page.getByText("We couldn’t find a feed at this address.").waitFor()
  })
})

describe.skipIf(!existsSync(CORPUS))("real documents (skipped if ../shared/corpora is missing)", () => {
  const documents = documentsIn(CORPUS)

  it.each(documents)("[S1-001] %s is found from a page, followed and read", async (path) => {
    const body = readFileSync(path)
    const name = path.replaceAll(/[^a-z0-9]+/gi, "-")
    library.publisher.serve(`/${name}/document`, "application/xml", body)
    const link = '<link rel="alternate" type="application/rss+xml" href="document">'
    const address = library.publisher.serve(`/${name}/`, "text/html", `<!doctype html><title>x</title>${link}`)
    const page = await openNews()
    await paste(page, address)
    await page.getByRole("heading", { name: "Found at this address" }).waitFor()
    const main = page.getByRole("main")
    await main.getByRole("button", { name: /^Follow / }).click()
    await main.getByRole("button", { name: /^Unfollow / }).waitFor()
    await page.goto("/newsfeeds")
    await page.getByRole("article").first().waitFor()
    expect(await page.getByRole("article").count()).toBeGreaterThan(0)
  })
})

/** One whole document of each format; the parser tests cover all versions. */
function documentsIn(corpus: string): ReadonlyArray<string> {
  if (!existsSync(corpus)) return []
  return readdirSync(corpus, { recursive: true, encoding: "utf8" })
    .filter((file) => /references\/(?:atom-10|rdf-10|rss-091|rss-20|rss-ns)\.xml$/.test(file))
    .sort()
    .map((file) => join(corpus, file))
}
