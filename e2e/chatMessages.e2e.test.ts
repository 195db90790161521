import type { Browser, Page } from "playwright-core"
import sharp from "sharp"
import { afterAll, beforeAll, expect, it } from "vitest"
import type { TestPerson } from "../core/accounts/testing/people.ts"
import { translator } from "../src/i18n/index.ts"
import { act, befriend, chatWith, messageOf, notify, openChatPage, ownProblems, write } from "./lib/chatSteps.ts"
import { accessibilityProblems, launchBrowser, sharedSite, type TestSite, WIDTHS } from "./lib/index.ts"

let site: TestSite
let browser: Browser

beforeAll(async () => {
  ;[site, browser] = await Promise.all([sharedSite(), launchBrowser()])
})
afterAll(() => browser?.close())

const open = (person: TestPerson, options: Parameters<typeof openChatPage>[3] = {}) =>
  openChatPage(browser, site, person, options)

it("[S2-017] a message can have a picture, with or without text", async () => {
  const dora = await site.person({ displayName: "Dora Dietz" })
  const carla = await site.person({ displayName: "卡拉" })
  await befriend(site, dora, carla)
  const a = await open(dora)
  const b = await open(carla, { width: WIDTHS.phone, locale: "de-DE" })
  await b.page.goto(chatWith(dora))
  await a.page.goto(chatWith(carla))
  const painted = sharp({ create: { width: 640, height: 400, channels: 3, background: "#0a6" } })
  const [picture, broken] = [await painted.jpeg().toBuffer(), Buffer.from("no picture")]
  const choose = (buffer: Buffer) =>
    a.page.getByLabel("Add pictures or files").setInputFiles({ name: "harbour.jpg", mimeType: "image/jpeg", buffer })
  const attached = a.page.locator(".chat-attached li:has(img)")
  await choose(broken)
  await a.page.locator("#toasts .toast").waitFor()
  for (const each of [picture, picture]) await choose(each)
  await attached.nth(1).waitFor()
  await attached.first().getByRole("button", { name: "Remove the picture" }).click()
  await write(a.page, "The harbour")
  const seen = b.page.getByRole("img", { name: translator("de")("chat.picture.of", { name: "Dora Dietz" }) })
  await messageOf(b.page, "The harbour").locator(seen).waitFor()
  expect(await attached.count()).toBe(0)
  await choose(picture)
  await attached.first().waitFor()
  // Cancelling a reply keeps the draft.
  const field = a.page.locator(".chat-composer textarea")
  await field.fill("Half a")
  await act(a.page, "The harbour", "Reply")
  await a.page.keyboard.press("Escape")
  expect([await field.inputValue(), await attached.count()]).toEqual(["Half a", 1])
  await field.fill("")
  await a.page.keyboard.press("Enter")
  await expect.poll(() => seen.count()).toBe(2)
  const isThere = () => seen.last().evaluate((image: HTMLImageElement) => image.naturalWidth > 0)
  await expect.poll(isThere).toBe(true)
  const isTight = () =>
    seen.last().evaluate((image) => {
      const bubble = image.closest(".chat-bubble")
      return bubble !== null && bubble.clientWidth - image.getBoundingClientRect().width < 40
    })
  await expect.poll(isTight).toBe(true)
  expect(await b.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(WIDTHS.phone)
  expect([...(await accessibilityProblems(a.page)), ...(await accessibilityProblems(b.page))]).toEqual([])
  // Own messages align at one edge, those of others with their names at the opposite edge.
  const edges = (page: Page, rows: string, edge: "left" | "right") =>
    page.locator(rows).evaluateAll((all, at) => new Set(all.map((one) => one.getBoundingClientRect()[at])).size, edge)
  expect(await edges(a.page, "[data-own] .chat-bubble", "right")).toBe(1)
  expect(await edges(b.page, ":is(.chat-sender, .chat-bubble)", "left")).toBe(1)
})

it("people react to messages by mouse and by keyboard, see who did, and take it back", async () => {
  const [emma, finn] = [await site.person({ displayName: "Emma" }), await site.person({ displayName: "Finn" })]
  await befriend(site, emma, finn)
  const de = translator("de")
  const a = await open(emma)
  const b = await open(finn, { width: WIDTHS.phone, locale: "de-DE" })
  await Promise.all([a.page.goto(chatWith(finn)), b.page.goto(chatWith(emma))])
  await write(a.page, "We won")
  await messageOf(b.page, "We won").waitFor()
  await act(a.page, "We won", "🎉")
  const seen = (page: Page) => messageOf(page, "We won").locator(".chat-reactions button")
  await seen(b.page).and(b.page.locator("[title=Emma]")).waitFor()
  // By keyboard: the menu opens at the message, and its first entries are the emoji.
  await messageOf(b.page, "We won").locator(".chat-acts").focus()
  await b.page.keyboard.press("Enter")
  await b.page
    .getByRole("group", { name: de("chat.react") })
    .getByRole("button", { name: "🎉" })
    .focus()
  await b.page.keyboard.press("Enter")
  await expect.poll(() => seen(a.page).textContent()).toBe("🎉 2 You and Finn")
  await expect.poll(() => seen(b.page).textContent()).toBe("🎉 2 Sie und Emma")
  expect([...(await accessibilityProblems(a.page)), ...(await accessibilityProblems(b.page))]).toEqual([])
  expect(await b.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(WIDTHS.phone)
  await a.page.reload()
  await expect.poll(() => seen(a.page).textContent()).toBe("🎉 2 You and Finn")
  await seen(a.page).click()
  await expect.poll(() => seen(b.page).textContent()).toBe("🎉 1 Sie")
  await seen(b.page).click()
  await seen(a.page).waitFor({ state: "detached" })
  expect([...ownProblems(a.problems), ...ownProblems(b.problems)]).toEqual([])
})

it("messages are formatted as they were typed with Markdown, and nothing in them is HTML", async () => {
  const [gina, hugo] = [await site.person({ displayName: "Gina" }), await site.person({ displayName: "Hugo" })]
  await befriend(site, gina, hugo)
  const a = await open(gina, { width: WIDTHS.phone })
  const b = await open(hugo)
  await Promise.all([a.page.goto(chatWith(hugo)), b.page.goto(chatWith(gina))])
  await a.page.getByRole("button", { name: "Formatting" }).click()
  await a.page.locator(".chat-format").getByText("**…**").waitFor()
  await a.page.keyboard.press("Escape")
  const typed =
    "**bold** <img src=x onerror=alert(1)>\n> quoted\n- one\n2. two\n```\n*code* " +
    `${"wide ".repeat(40)}\n\`\`\`\nThe [map](https://example.org/a_b)`
  await write(a.page, typed)
  const row = messageOf(b.page, "bold").locator(".chat-text")
  await row.locator("strong", { hasText: "bold" }).waitFor()
  await row.getByText("<img src=x onerror=alert(1)>").waitFor()
  expect(await row.locator("img").count()).toBe(0)
  expect(await row.locator("blockquote").textContent()).toBe("quoted")
  expect(await row.locator("li").allTextContents()).toEqual(["one", "two"])
  expect(await row.locator("pre").textContent()).toContain("*code* wide")
  const link = row.getByRole("link", { name: "map" })
  expect([await link.getAttribute("href"), await link.getAttribute("rel")]).toEqual([
    "https://example.org/a_b",
    "noopener noreferrer nofollow ugc",
  ])
  await row.getByText("(example.org)").waitFor()
  // The sender edits the text as typed.
  await act(a.page, "bold", "Edit")
  await expect.poll(() => a.page.locator(".chat-composer textarea").inputValue()).toBe(typed)
  for (const [page, width] of [
    [a.page, WIDTHS.phone],
    [b.page, WIDTHS.desk],
  ] as const) {
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
})

it("replies form a thread beside the room, and quotes lead to what they answer", async () => {
  const [iris, jack] = [await site.person({ displayName: "Iris" }), await site.person({ displayName: "Jack" })]
  await befriend(site, iris, jack)
  const de = translator("de")
  const a = await open(iris)
  const b = await open(jack, { width: WIDTHS.phone, locale: "de-DE" })
  await Promise.all([a.page.goto(chatWith(jack)), b.page.goto(chatWith(iris))])
  await write(a.page, "Where shall we meet?")
  await messageOf(b.page, "Where shall we meet?").waitFor()
  await act(b.page, "Where shall we meet?", de("chat.reply"))
  await write(b.page, "At the station")
  // The answer quotes the question, and the question has a thread.
  const answer = messageOf(a.page, "At the station")
  await answer.locator(".chat-answered", { hasText: "Where shall we meet?" }).click()
  await a.page.locator("[data-target]", { hasText: "Where shall we meet?" }).waitFor()
  await a.page.getByRole("button", { name: "1 reply" }).click()
  const thread = a.page.getByRole("region", { name: "Thread" })
  await thread.getByText("At the station").waitFor()
  await thread.getByRole("textbox", { name: "Write a message" }).fill("Which exit?")
  await a.page.keyboard.press("Enter")
  await thread.getByText("Which exit?").waitFor()
  await a.page.getByRole("button", { name: "2 replies" }).waitFor()
  expect(await accessibilityProblems(a.page)).toEqual([])
  // On a phone the thread takes the place of the room, also after a reload.
  await b.page.getByRole("button", { name: "2 Antworten" }).click()
  await b.page.reload()
  const narrow = b.page.getByRole("region", { name: de("chat.thread"), exact: true })
  await narrow.getByText("Which exit?").waitFor()
  expect(await b.page.locator(".chat-view").isVisible()).toBe(false)
  await narrow.getByRole("textbox").fill("The north one")
  await narrow.getByRole("button", { name: de("chat.send") }).click()
  await thread.getByText("The north one").waitFor()
  await thread.locator(".chat-message", { hasText: "The north one" }).locator(".chat-acts").click()
  await thread.getByRole("button", { name: "👍" }).click()
  await narrow.getByRole("button", { name: "👍 1 Iris" }).waitFor()
  expect(await accessibilityProblems(b.page)).toEqual([])
  expect(await b.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(WIDTHS.phone)
  await narrow.getByRole("heading").focus()
  await b.page.keyboard.press("Escape")
  const count = b.page.getByRole("button", { name: "3 Antworten" })
  await expect.poll(() => count.evaluate((button) => button === document.activeElement)).toBe(true)
  expect([...ownProblems(a.problems), ...ownProblems(b.problems)]).toEqual([])
})

it("blocking a person asks first, and can be cancelled and undone", async () => {
  const [kira, liam] = [await site.person({ displayName: "Kira" }), await site.person({ displayName: "Liam" })]
  await befriend(site, kira, liam)
  const { page, problems } = await open(kira, { width: WIDTHS.phone })
  await page.goto(chatWith(liam))
  await page.locator(".chat-composer").waitFor()
  const choose = async (name: string) => {
    await page.getByRole("button", { name: "Conversation options" }).click()
    await page.locator(".chat-room-menu").getByRole("button", { name, exact: true }).click()
  }
  const question = page.getByRole("dialog", { name: "Block Liam?" })
  await choose("Block Liam")
  expect(await accessibilityProblems(page)).toEqual([])
  await question.getByRole("button", { name: "Cancel" }).click()
  await question.waitFor({ state: "detached" })
  expect(await page.locator(".chat-composer").isVisible()).toBe(true)
  await choose("Block Liam")
  await question.getByRole("button", { name: "Block", exact: true }).click()
  await page.getByText("You have blocked Liam.").waitFor()
  await choose("Unblock Liam")
  await page.locator(".chat-composer").waitFor()
  expect(ownProblems(problems)).toEqual([])
})

it("a message can have a file, which only its people download", async () => {
  const [nora, omar] = [await site.person({ displayName: "Nora" }), await site.person({ displayName: "Omar" })]
  await befriend(site, nora, omar)
  const [a, b] = [await open(nora), await open(omar, { width: WIDTHS.phone, locale: "de-DE" })]
  await b.page.goto(chatWith(nora))
  await a.page.goto(chatWith(omar))
  const choose = (name: string, mimeType: string, text: string) =>
    a.page.getByLabel("Add pictures or files").setInputFiles({ name, mimeType, buffer: Buffer.from(text) })
  await choose("report.pdf", "application/pdf", "<!doctype html><script>alert(1)</script>")
  await a.page.locator("#toasts .toast").waitFor()
  await choose("plan\u202efdp.exe", "application/x-msdownload", "%PDF-1.7 the plan")
  const attached = a.page.locator(".chat-attached li")
  await attached.getByRole("button", { name: "Remove planfdp.exe.pdf" }).waitFor()
  await choose("notes.txt", "text/plain", "Hello")
  await attached.getByRole("button", { name: "Remove notes.txt" }).click()
  await write(a.page, "The plan")
  const link = messageOf(b.page, "The plan").getByRole("link", { name: /^planfdp\.exe\.pdf 17 B$/ })
  await link.waitFor()
  const [download] = await Promise.all([b.page.waitForEvent("download"), link.click()])
  expect(download.suggestedFilename()).toBe("planfdp.exe.pdf")
  const href = (await link.getAttribute("href")) ?? ""
  const eve = await open(await site.person({ displayName: "Eve" }))
  const statusFor = async ({ page }: { readonly page: Page }) => (await page.request.get(href)).status()
  expect([await statusFor(b), await statusFor(eve)]).toEqual([200, 404])
  const headers = (await b.page.request.get(href)).headers()
  expect(headers).toMatchObject({ "x-content-type-options": "nosniff", "content-type": "application/octet-stream" })
  expect(headers["content-security-policy"]).toContain("sandbox")
  expect(headers["content-disposition"]).toMatch(/^attachment; /)
  expect(await b.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(WIDTHS.phone)
  expect([...(await accessibilityProblems(a.page)), ...(await accessibilityProblems(b.page))]).toEqual([])
})

it("friends talk in a group, which its owner names, changes and hands over", async () => {
  const [una, vic, wes] = [
    await site.person({ displayName: "Una" }),
    await site.person({ displayName: "Vic" }),
    await site.person({ displayName: "Wes" }),
  ]
  await befriend(site, una, vic)
  await befriend(site, una, wes)
  const [a, b] = [await open(una, { width: WIDTHS.phone }), await open(vic, { locale: "de-DE" })]
  await Promise.all([a, b].map(({ page }) => page.goto("/writers/chat")))
  const dialog = a.page.getByRole("dialog")
  await a.page.getByRole("button", { name: "New group" }).click()
  await dialog.getByLabel("Group name").fill("Sunday walks")
  await dialog.getByLabel("Vic").check()
  expect(await accessibilityProblems(a.page)).toEqual([])
  await dialog.getByLabel("Vic").press("Enter")
  await a.page.getByRole("heading", { name: "Sunday walks" }).waitFor()
  await write(a.page, "Who comes?")
  await b.page.locator("[data-room^=Group]", { hasText: "Sunday walks" }).click()
  await messageOf(b.page, "Who comes?").waitFor()
  await write(b.page, "I do")
  await messageOf(a.page, "I do").waitFor()
  const menu = (page: Page) => page.locator(".chat-head").getByRole("button", { name: "Conversation options" })
  // A new name arrives on open pages.
  await menu(a.page).click()
  await a.page.locator("#chat-room-menu").getByRole("button", { name: "Members" }).click()
  await dialog.getByLabel("Group name").fill("Monday walks")
  await dialog.getByRole("button", { name: "Rename" }).click()
  await b.page.getByRole("heading", { name: "Monday walks" }).waitFor()
  await dialog.getByRole("button", { name: "Close" }).click()
  // Wes joins later and reads what was said.
  await menu(a.page).click()
  await a.page.locator("#chat-room-menu").getByRole("button", { name: "Members" }).click()
  await dialog.getByLabel("Person to add").selectOption({ label: "Wes" })
  await dialog.getByRole("button", { name: "Add", exact: true }).click()
  await dialog.getByText("Wes", { exact: false }).first().waitFor()
  expect(await a.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(WIDTHS.phone)
  expect(await accessibilityProblems(a.page)).toEqual([])
  const c = await open(wes)
  await c.page.goto("/writers/chat")
  await c.page.locator("[data-room^=Group]").click()
  await messageOf(c.page, "I do").waitFor()
  // A muted group shows no notices on other pages, and still counts.
  await menu(c.page).click()
  await c.page.locator("#chat-room-menu").getByRole("button", { name: "Mute notifications" }).click()
  await c.page.locator(".chat-head").getByText("Muted").waitFor()
  expect(await accessibilityProblems(c.page)).toEqual([])
  await c.page.goto("/searchuser")
  await c.page.locator("[data-chat-dot=green]").waitFor()
  await write(b.page, "Bring water")
  await messageOf(a.page, "Bring water").waitFor()
  await notify(site, una, "SendMessage", { targetUserCode: wes.userCode, message: "Wes, are you there?" })
  await c.page.locator("#toasts", { hasText: "Wes, are you there?" }).waitFor()
  expect(await c.page.locator("#toasts").textContent()).not.toContain("Bring water")
  await c.page.goBack()
  await dialog.getByRole("button", { name: "Make owner Vic" }).click()
  await dialog.getByRole("button", { name: "Remove Wes" }).waitFor({ state: "detached" })
  await dialog.getByRole("button", { name: "Close" }).click()
  await menu(c.page).click()
  await c.page.locator("#chat-room-menu").getByRole("button", { name: "Leave group" }).click()
  await c.page.getByRole("dialog").getByRole("button", { name: "Leave group" }).click()
  await c.page.locator("[data-room^=Group]").waitFor({ state: "detached" })
})
