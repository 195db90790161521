import type { BrowserContextOptions, Page } from "playwright-core"
import type { TestPerson } from "../../../core/accounts/testing/people.ts"
import { waitUntil } from "../../run/processes.ts"
import { Hand } from "./Hand.ts"
import type { JourneyName } from "./peers.ts"

/** The product and the people that the journeys need. */
export interface Stage {
  readonly origin: string
  /** A page in a fresh profile that has seen the welcome, unless `isNew`. */
  readonly open: (options?: BrowserContextOptions & { readonly isNew?: boolean }) => Promise<Page>
  readonly enter: (page: Page, person: TestPerson) => Promise<void>
  /** Has coins and two-step verification. */
  readonly giver: TestPerson
  readonly receiver: TestPerson
  /** A valid code of the giver's authenticator. */
  readonly code: () => Promise<string>
  /** The code of the activation mail to an address. */
  readonly activationCode: (email: string) => Promise<string>
  /** Addresses of feeds in the demo library. */
  readonly feeds: ReadonlyArray<{ readonly feedId: string; readonly url: string }>
}

const PASSWORD = "seven quiet harbours"
const MODAL_MS_MAX = 5_000
const KEPT_MS_MAX = 30_000

type Journey = (stage: Stage) => Promise<Hand>

const followSome = async ({ origin, feeds }: Stage, page: Page): Promise<void> => {
  const follows = new URLSearchParams({ "": feeds.map(({ feedId }) => feedId).join(".") }).toString()
  await page.context().addCookies([{ name: "quire_follows", value: encodeURIComponent(follows), url: origin }])
}

/** Waits for an article: of a feed, or a creator's post. */
const articleShown = (page: Page) => page.locator("main [data-opened]").waitFor()

/** A new visitor sees the welcome, closes it, and follows a popular feed. */
const firstFollow: Journey = async ({ open }) => {
  const page = await open({ isNew: true })
  const hand = new Hand(page)
  await page.goto("/")
  const welcome = page.locator("#welcome[open]")
  await welcome.waitFor({ timeout: MODAL_MS_MAX })
  await hand.click(welcome.getByRole("button", { name: "Close" }).first())
  await hand.click(page.locator("main form[data-feed] button").first())
  await page.locator("#first-follow[open]").waitFor()
  return hand
}

const pasteAddress: Journey = async ({ open, feeds }) => {
  const page = await open()
  const hand = new Hand(page)
  await page.goto("/")
  await hand.click(page.locator("#add-url"))
  // Channels of creators have no address outside.
  await hand.paste(feeds.find(({ url }) => url.startsWith("http"))?.url ?? "")
  await hand.press("Enter")
  await hand.click(page.locator("main form[data-feed] button").first())
  await page.locator("#first-follow[open]").waitFor()
  return hand
}

const ITEMS_READ = 10

const tenByKeyboard: Journey = async (stage) => {
  const page = await stage.open()
  await followSome(stage, page)
  const hand = new Hand(page)
  await page.goto("/newsfeeds")
  await hand.press("o")
  await articleShown(page)
  for (let read = 1; read < ITEMS_READ; read += 1) {
    const before = page.url()
    await hand.press("j")
    await page.waitForURL((url) => url.href !== before)
    await articleShown(page)
  }
  return hand
}

const search: Journey = async ({ open }) => {
  const page = await open()
  const hand = new Hand(page)
  await page.goto("/")
  await hand.press("/")
  await page.locator("#search input:focus").waitFor()
  await hand.type("harbour")
  await hand.press("Enter")
  await page.waitForURL("**/search**")
  await hand.click(page.locator("main article h3 a").first())
  await articleShown(page)
  return hand
}

const podcast: Journey = async ({ open }) => {
  const page = await open()
  const hand = new Hand(page)
  await page.goto("/newsfeeds?view=all")
  await hand.click(page.getByRole("link", { name: /^Play: / }).first())
  await page.locator("#player").waitFor()
  const before = page.url()
  await hand.click(page.locator("main a[href*='newsdetail']").last())
  await page.waitForURL((url) => url.href !== before)
  await page.locator("#player").waitFor()
  return hand
}

const signUp: Journey = async ({ open, activationCode }) => {
  const email = `visitor-${Date.now()}@example.org`
  const page = await open()
  const hand = new Hand(page)
  await page.goto("/")
  await hand.click(page.getByRole("banner").getByRole("link", { name: "Sign up" }))
  await page.waitForURL("**/signup**")
  await page.locator("input[name=email]:focus").waitFor()
  await hand.type(email)
  await hand.press("Tab")
  await hand.type(PASSWORD)
  await hand.press("Enter")
  await page.locator("input[name=code]:focus").waitFor()
  await hand.typeFromMail(await activationCode(email))
  await hand.press("Enter")
  await page.locator("html[data-member]").waitFor()
  return hand
}

const message: Journey = async ({ open, enter, giver, receiver }) => {
  const page = await open()
  await enter(page, giver)
  const hand = new Hand(page)
  await page.goto(`/user/${receiver.userCode}`)
  await hand.click(page.locator("main a[href*='/writers/chat']").first())
  const field = page.locator("main textarea")
  await hand.click(field)
  await hand.type("Good morning!")
  await hand.press("Enter")
  await page.locator("main ol").getByText("Good morning!").waitFor()
  return hand
}

const donation: Journey = async ({ open, enter, giver, receiver, code }) => {
  const page = await open()
  await enter(page, giver)
  const hand = new Hand(page)
  await page.goto(`/user/${receiver.userCode}`)
  await hand.click(page.getByRole("link", { name: "Donate" }))
  const dialog = page.locator("dialog.donate")
  await hand.click(dialog.locator("input[inputmode=decimal]").first())
  await hand.type("0.0001")
  await hand.click(dialog.getByRole("button", { name: "OK" }))
  await hand.click(dialog.getByLabel("Authenticator code"))
  await hand.type(await code())
  await hand.click(dialog.getByRole("button", { name: /^Donate 0/ }))
  await dialog.getByText(/has received/).waitFor()
  return hand
}

const importOpml: Journey = async ({ open, feeds }) => {
  const page = await open()
  const hand = new Hand(page)
  await page.goto("/newsfeeds")
  await hand.click(page.getByRole("link", { name: "Import an OPML file" }))
  const outlines = feeds
    .filter(({ url }) => url.startsWith("http"))
    .map(({ url }) => `<outline type="rss" text="Feed" xmlUrl="${url}"/>`)
    .join("")
  const list = `<opml version="2.0"><body>${outlines}</body></opml>`
  await hand.chooseFile(page.locator("input[type=file]").first(), "follows.opml", list)
  await hand.click(page.getByRole("button", { name: "Import", exact: true }))
  await page.getByText(/^You now follow \d+ more feeds?\./).waitFor()
  return hand
}

const offline: Journey = async (stage) => {
  const page = await stage.open({ serviceWorkers: "allow" })
  await followSome(stage, page)
  await page.goto("/newsfeeds")
  const isKept = () => page.evaluate(async () => (await caches.match("/offline")) !== undefined)
  await waitUntil(isKept, KEPT_MS_MAX)
  await page.goto("/newsfeeds")
  await page.context().setOffline(true)
  const hand = new Hand(page)
  await hand.click(page.locator("main article h3 a").first())
  await page.locator("details[data-kept][open]").waitFor()
  return hand
}

/** All journeys, in the order of the table. Each uses a profile of its own. */
export const journeys: Readonly<Record<JourneyName, Journey>> = {
  firstFollow,
  pasteAddress,
  tenByKeyboard,
  search,
  podcast,
  signUp,
  message,
  donation,
  importOpml,
  offline,
}

/** Items that are whole on the first screen of the densest list at 1280 x 900, and the top of the first item on a phone. */
export async function measureDensity(stage: Stage): Promise<{ readonly items: number; readonly firstY: number }> {
  const desk = await stage.open({ viewport: { width: 1280, height: 900 } })
  await followSome(stage, desk)
  await desk.context().addCookies([{ name: "quire_density", value: "titles", url: stage.origin }])
  await desk.goto("/newsfeeds")
  const items = await desk
    .locator("main article")
    .evaluateAll((all) => all.filter((item) => item.getBoundingClientRect().bottom <= innerHeight).length)
  const phone = await stage.open({ viewport: { width: 375, height: 720 } })
  await followSome(stage, phone)
  await phone.goto("/newsfeeds")
  const box = await phone.locator("main article").first().boundingBox()
  return { items, firstY: box?.y ?? Number.POSITIVE_INFINITY }
}
