import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import type { TestPerson } from "../core/accounts/testing/people.ts"
import { makeCreator } from "../core/channels/testing/makeCreator.ts"
import { type Locale, translator } from "../src/i18n/index.ts"
import { act, befriend, chatWith, messageOf, notify, openChatPage, ownProblems, shown, write } from "./lib/chatSteps.ts"
import {
  accessibilityProblems,
  HEIGHT,
  launchBrowser,
  type OwnSite,
  openFilm,
  startLibrary,
  type TestLibrary,
  WIDTHS,
} from "./lib/index.ts"

let library: TestLibrary<OwnSite>
let site: OwnSite
let browser: Browser
let anna: TestPerson
let boris: TestPerson
let carla: TestPerson

beforeAll(async () => {
  ;[library, browser] = await Promise.all([startLibrary(), launchBrowser()])
  site = library.site
  anna = await site.person({ displayName: "Anna Muster" })
  boris = await site.person({ displayName: "Boris Beck" })
  carla = await site.person({ displayName: "卡拉" })
  await makeCreator(site.databaseUrl, anna)
  await makeCreator(site.databaseUrl, boris)
})
afterAll(async () => {
  await browser?.close()
  await library?.stop()
})

const open = (person: TestPerson, options: Parameters<typeof openChatPage>[3] = {}) =>
  openChatPage(browser, site, person, options)
/** The system notifications that a page requested. */
interface Raisings {
  readonly raised: ReadonlyArray<{ readonly title: string; readonly click: () => void }>
}

const seqs = (page: Page) =>
  page.locator(".chat-message[data-seq]").evaluateAll((rows) => rows.map((row) => Number(row.dataset["seq"])))
const dot = (page: Page, colour: string) => page.locator(`[data-chat-link][data-chat-dot=${colour}]`).waitFor()

it("[S2-017] [S2-055] [S2-074] [S2-075] [S2-076] [S4-010] [S4-016] [S4-043] [S4-044] [S8-016] two people chat: from the invitation, through a server crash, to a notice on another page", async () => {
  const de = translator("de")
  const a = await open(anna)
  const b = await open(boris, { width: WIDTHS.tablet, colorScheme: "dark", locale: "de-DE" })
  await b.page.goto("/faq")
  await dot(b.page, "green")
  const film = openFilm(process.env["E2E_FILM"], [WIDTHS.desk, WIDTHS.tablet, WIDTHS.phone], HEIGHT)

  // Anna writes to a person who does not know her: this sends an invitation, and a second message adds no second
  // button.
  await a.page.goto(chatWith(boris))
  await a.page.getByText("There is no chat room yet. Say hello: your first message opens it.").waitFor()
  // A new chat has the name of the person from the start, also if the address does not.
  await a.page.getByRole("heading", { name: "Boris Beck" }).waitFor()
  // A text that is too long is kept and counted; it can be sent once it fits.
  const field = a.page.locator(".chat-composer textarea")
  await field.fill("a".repeat(4_007))
  await a.page.getByText("7 characters too many: shorten the message to send it").waitFor()
  await field.press("Enter")
  expect((await field.inputValue()).length).toBe(4_007)
  await field.fill("a".repeat(3_999))
  await a.page.getByText("1 character left").waitFor()
  await write(a.page, "Hello Boris")
  const invite = b.page.locator(".chat-invite")
  // Hovering keeps the notice open, so a slow machine cannot miss it.
  await invite.hover()
  expect(await invite.evaluate((notice) => getComputedStyle(notice).animationDuration)).toBe("15s")
  await write(a.page, "Are you there?")
  await a.page.getByText("Waiting for Boris Beck to accept.").waitFor()
  await messageOf(a.page, "Are you there?").and(a.page.locator("[data-seq]")).waitFor()
  await film.take(a.page, b.page, null)
  expect(await b.page.getByRole("button", { name: de("chat.notice.accept") }).count()).toBe(1)
  expect(await invite.getByRole("button", { name: de("chat.notice.ignore") }).count()).toBe(1)
  await invite.getByRole("button", { name: de("chat.notice.accept") }).click()
  await b.page.waitForURL(
    `**/writers/chat?${new URLSearchParams({ userCode: anna.userCode, userName: "Anna Muster", Scope: "Person" })}`,
  )
  await expect.poll(() => shown(b.page)).toEqual(["Hello Boris", "Are you there?"])
  await film.take(a.page, b.page, null)

  // A second tab opens no socket of its own; it shares the connection.
  const tab = await a.page.context().newPage()
  const sockets: Array<string> = []
  tab.on("websocket", (socket) => sockets.push(socket.url()))
  await tab.goto("/faq")
  await dot(tab, "green")
  expect(sockets).toEqual([])
  await tab.close()

  // Both are online: each sees the other's typing, messages, edits and read marks.
  await b.page.locator(".chat-composer textarea").pressSequentially("Ja")
  await a.page.getByText("Boris Beck is typing").waitFor()
  await film.take(a.page, b.page, null)
  await write(b.page, "Ja, hier!")
  await expect.poll(() => shown(a.page)).toEqual(["Hello Boris", "Are you there?", "Ja, hier!"])
  await messageOf(a.page, "Ja, hier!").hover()
  await act(a.page, "Ja, hier!", "Reply")
  await a.page.locator(".chat-composer textarea").pressSequentially("Well, @bor")
  await a.page.getByRole("option", { name: "Boris Beck" }).waitFor()
  await a.page.keyboard.press("Enter")
  const harbour = library.publisher.serve("/harbour", "text/html", "<title>Ships of the day</title>")
  await a.page.keyboard.type(`see the harbour at ${harbour}.`)
  await a.page.keyboard.press("Enter")
  const answer = messageOf(b.page, "Well, ")
  await answer.locator(".chat-mention[data-own]", { hasText: "@Boris Beck" }).waitFor()
  expect(await answer.locator(".chat-answered").textContent()).toContain("Ja, hier!")
  const link = answer.getByRole("link", { name: harbour, exact: true })
  expect(await link.getAttribute("rel")).toContain("noopener")
  await answer.locator(".chat-preview", { hasText: "Ships of the day" }).waitFor()
  await film.take(a.page, b.page, null)
  await act(a.page, "Hello Boris", "Edit")
  // A message that the server rejects stays in place for correction.
  const unfit = "Good\u0085morning Boris"
  await a.page.locator(".chat-composer textarea").fill(unfit)
  await a.page.keyboard.press("Enter")
  await a.page.getByText("The message contains characters that can’t be sent.").waitFor()
  expect(await a.page.locator(".chat-composer textarea").inputValue()).toBe(unfit)
  await a.page.locator(".chat-composer textarea").fill("Good morning Boris")
  await a.page.keyboard.press("Enter")
  await messageOf(b.page, "Good morning Boris").getByText(de("chat.edited")).waitFor()
  await act(a.page, "Are you there?", "Delete")
  await a.page.getByRole("dialog").getByRole("button", { name: "Delete" }).click()
  await messageOf(b.page, de("chat.removed")).waitFor()
  await a.page.locator(".chat-seen").waitFor()
  await film.take(a.page, b.page, null)

  await a.page.getByRole("button", { name: "Search this conversation" }).first().click()
  await a.page.getByRole("searchbox", { name: "Search words" }).fill("harbour")
  await a.page.keyboard.press("Enter")
  await a.page.locator(".chat-search mark", { hasText: "harbour" }).first().waitFor()
  expect([...(await accessibilityProblems(a.page)), ...(await accessibilityProblems(b.page))]).toEqual([])
  expect(await b.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(WIDTHS.tablet)

  // Anna's room has a reader on a phone.
  const zh = translator("zh-Hans" satisfies Locale)
  const c = await open(carla, { width: WIDTHS.phone, locale: "zh-CN" })
  const inRoom = await a.page.context().newPage()
  await inRoom.goto(chatWith(anna, "Team"))
  await inRoom.getByRole("button", { name: "Open the chat room" }).click()
  await write(inRoom, "Welcome")
  await messageOf(inRoom, "Welcome").and(inRoom.locator("[data-seq]")).waitFor()
  await c.page.goto(chatWith(anna, "Team"))
  await c.page.getByRole("button", { name: zh("chat.join") }).click()
  await expect.poll(() => shown(c.page)).toEqual(["Welcome"])
  await film.take(inRoom, b.page, c.page)

  // The server crashes while everyone writes, and one person closes the tab. Nothing is lost or duplicated.
  await a.page.locator(".chat-head").getByText("Online").waitFor()
  process.kill(site.pidOf("chat") ?? 0, "SIGKILL")
  await dot(a.page, "red")
  // Nobody knows who is there now.
  expect(await a.page.locator(".chat-head").getByText("Online").count()).toBe(0)
  await film.take(a.page, b.page, c.page)
  const writeAll = async (page: Page, texts: ReadonlyArray<string>) => {
    for (const text of texts) await write(page, text)
  }
  await Promise.all([
    writeAll(a.page, ["First of Anna", "Second of Anna"]).then(() =>
      messageOf(a.page, "Second of Anna").getByText("Sending").waitFor(),
    ),
    writeAll(b.page, ["Etwas von Boris"]),
    writeAll(inRoom, ["Still there?"]),
    writeAll(c.page, ["在吗", "在的"]),
  ])
  await film.take(a.page, b.page, c.page)
  await film.take(inRoom, b.page, c.page)
  await expect.poll(() => a.logged.join("\n")).toMatch(/^The message cannot be sent\. The current status is -?\d$/m)
  await a.page.close()
  const later = await a.page.context().newPage()
  await later.goto(chatWith(boris))
  const all = (page: Page) => shown(page).then((texts) => texts.slice(3).toSorted())
  for (const page of [b.page, later])
    await expect
      .poll(() => all(page), { timeout: 30_000 })
      .toEqual(["Etwas von Boris", "First of Anna", "Second of Anna"])
  for (const page of [b.page, later]) expect(await seqs(page)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect((await shown(later)).filter((text) => text.includes("of Anna"))).toEqual(["First of Anna", "Second of Anna"])
  expect(await shown(later)).toEqual(await shown(b.page))
  for (const page of [inRoom, c.page]) {
    await expect.poll(async () => (await shown(page)).toSorted()).toEqual(["Still there?", "Welcome", "在吗", "在的"])
    expect(await seqs(page)).toEqual([1, 2, 3, 4])
  }
  expect(await shown(inRoom)).toEqual(await shown(c.page))
  expect((await shown(c.page)).filter((text) => text.startsWith("在"))).toEqual(["在吗", "在的"])
  await film.take(later, b.page, c.page)
  await film.take(inRoom, b.page, c.page)
  await film.save()
  await inRoom.close()

  // On other pages a message raises a notice that links to it.
  await later.goto("/faq")
  await dot(later, "green")
  await write(b.page, "Noch da?")
  const notice = later.locator(".chat-notice")
  await notice.hover()
  expect(await notice.textContent()).toBe("Boris Beck Noch da?")
  await notice.click()
  await messageOf(later, "Noch da?").and(later.locator("[data-seq]")).waitFor()
  expect(new URL(later.url()).searchParams.get("userCode")).toBe(boris.userCode)
  await later.locator(".chat-seen").waitFor()
  await later.locator(".chat-composer textarea").fill("Left behind")

  // Signing out removes everything of the conversation.
  await later.locator("[data-member-menu]").hover()
  await later.locator("[data-member-menu]").getByRole("button", { name: "Sign out" }).click()
  await later.waitForURL(`${site.origin}/`)
  await expect
    .poll(() => later.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("chat"))))
    .toEqual([])
  await expect.poll(() => later.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).toEqual([])
  expect([...ownProblems(a.problems), ...ownProblems(b.problems), ...ownProblems(c.problems)]).toEqual([])
}, 120_000)

it("[S2-075] [S4-045] [S4-046] a creator opens a room where people meet, and the room says when it is closed", {
  tags: ["long"],
}, async () => {
  const b = await open(boris)
  await b.page.goto(chatWith(boris, "Team"))
  await b.page.getByText("You have no chat room yet.").waitFor()
  const zh = translator("zh-Hans" satisfies Locale)
  const c = await open(carla, { width: WIDTHS.phone, locale: "zh-CN" })
  await c.page.goto(chatWith(boris, "Team"))
  await c.page.getByRole("button", { name: zh("chat.join") }).click()
  await c.page.getByText(zh("chat.tip.none.person")).waitFor()

  await b.page.getByRole("button", { name: "Open the chat room" }).click()
  await write(b.page, "Welcome")
  await c.page.reload()
  await c.page.getByRole("button", { name: zh("chat.join") }).click()
  await expect.poll(() => shown(c.page)).toEqual(["Welcome"])
  await write(c.page, "你好")
  await messageOf(b.page, "你好").waitFor()
  expect(await accessibilityProblems(c.page)).toEqual([])
  await c.page.getByRole("button", { name: zh("chat.back") }).click()
  await c.page.locator(".chat-room", { hasText: "Boris Beck" }).waitFor()

  // Search in the list finds messages of every room and links to them.
  await c.page.getByRole("searchbox", { name: zh("chat.rooms.search") }).fill("welcome")
  await c.page.getByRole("button", { name: zh("chat.search.all") }).waitFor()
  await c.page.keyboard.press("Enter")
  const hit = c.page.locator(".chat-hits .chat-room", { hasText: "Boris Beck" })
  await hit.locator("mark", { hasText: "Welcome" }).waitFor()
  expect(await hit.textContent()).toContain(zh("chat.scope.Team"))
  expect(await c.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(WIDTHS.phone)
  expect(await accessibilityProblems(c.page)).toEqual([])
  await hit.focus()
  await c.page.keyboard.press("Enter")
  const target = messageOf(c.page, "Welcome").and(c.page.locator("[data-target]"))
  await target.locator("mark", { hasText: "Welcome" }).waitFor()
  await expect.poll(() => target.evaluate((row) => row === document.activeElement)).toBe(true)
  await c.page.getByRole("button", { name: zh("chat.back") }).click()
  await expect.poll(() => hit.evaluate((row) => row === document.activeElement)).toBe(true)

  // If no page of hers is visible, the system shows a notification that links to the room.
  await c.page.evaluate(() => {
    const raised: Array<{ readonly title: string; readonly click: () => void }> = []
    class Raised extends EventTarget {
      static readonly permission = "granted"
      constructor(title: string) {
        super()
        raised.push({ title, click: () => this.dispatchEvent(new Event("click")) })
      }
      close() {}
    }
    Object.assign(window, { Notification: Raised, raised })
    Object.defineProperty(document, "visibilityState", { value: "hidden" })
    document.dispatchEvent(new Event("visibilitychange"))
  })
  await write(b.page, "Anybody here?")
  const titles = () => c.page.evaluate(() => (window as unknown as Raisings).raised.map(({ title }) => title))
  await expect.poll(titles).toEqual(["Boris Beck"])
  // No notifications during quiet hours.
  await c.page.route("**/writers/quiet", (route) => route.fulfill({ json: { quiet: true } }))
  const requested = c.page.waitForResponse("**/writers/quiet")
  await write(b.page, "Psst")
  await requested
  expect(await titles()).toHaveLength(1)
  await c.page.evaluate(() => (window as unknown as Raisings).raised[0]?.click())
  await messageOf(c.page, "Anybody here?").waitFor()

  // Removing a member requires confirmation, and a removed member can return; all by keyboard.
  const key = b.page.keyboard
  await messageOf(b.page, "你好").hover()
  await messageOf(b.page, "你好").locator(".chat-acts").focus()
  await key.press("Enter")
  await b.page.getByRole("button", { name: "Ban 卡拉 from this room" }).focus()
  await key.press("Enter")
  const question = b.page.getByRole("dialog", { name: "Ban 卡拉 from this room?" })
  await question.waitFor()
  await key.press("Escape")
  await question.waitFor({ state: "hidden" })
  const listBanned = async () => {
    await b.page.getByRole("button", { name: "Conversation options" }).click()
    await b.page.getByRole("button", { name: "Banned people" }).focus()
    await key.press("Enter")
    await b.page.getByRole("dialog", { name: "Banned people" }).waitFor()
  }
  await listBanned()
  await b.page.getByText("Nobody is banned.").waitFor()
  await key.press("Escape")
  await act(b.page, "你好", "Ban 卡拉 from this room")
  await question.getByRole("button", { name: "Ban", exact: true }).click()
  await c.page.locator(".chat-composer").waitFor({ state: "detached" })
  await listBanned()
  await b.page.getByRole("button", { name: "Unban 卡拉" }).waitFor()
  expect(await accessibilityProblems(b.page)).toEqual([])
  await b.page.getByRole("button", { name: "Unban 卡拉" }).focus()
  await key.press("Enter")
  await b.page.getByText("Nobody is banned.").waitFor()
  await key.press("Escape")
  await c.page.reload()
  await messageOf(c.page, "Anybody here?").waitFor()

  await b.page.getByRole("button", { name: "Conversation options" }).click()
  await b.page.getByRole("button", { name: "Shut down the chat room" }).click()
  await b.page.getByText("You have shut down this chat room.").waitFor()
  await c.page.getByText(zh("chat.tip.shutGroup")).waitFor()
  expect([...ownProblems(b.problems), ...ownProblems(c.problems)]).toEqual([])
})

it("the line above new messages goes once one has answered", async () => {
  const [dora, emil] = await Promise.all([
    site.person({ displayName: "Dora Lind" }),
    site.person({ displayName: "Emil Voss" }),
  ])
  await befriend(site, dora, emil)
  await notify(site, dora, "SendMessage", { targetUserCode: emil.userCode, message: "The ferry sails again" })
  const { page } = await open(emil)
  await page.goto(chatWith(dora))
  await page.locator(".chat-unread-line").getByText("New messages").waitFor()
  await write(page, "Good news!")
  await messageOf(page, "Good news!").and(page.locator("[data-seq]")).waitFor()
  await expect.poll(() => page.locator(".chat-unread-line").count()).toBe(0)
  await page.context().close()
})
