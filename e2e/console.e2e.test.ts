import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { postItemId } from "#core/publishing"
import type { TestPerson } from "../core/accounts/testing/people.ts"
import { makeCreator } from "../core/channels/testing/makeCreator.ts"
import { sampleDocument } from "../core/identity/testing/sampleDocument.ts"
import type { OperatorRole } from "../core/operators/permissions.ts"
import {
  accessibilityProblems,
  enter,
  launchBrowser,
  openPage,
  sharedSite,
  type TestSite,
  WIDTHS,
} from "./lib/index.ts"
import { comesToShow, joinConsole, plan, sign } from "./lib/operatorSteps.ts"

let site: TestSite
let browser: Browser

beforeAll(async () => {
  ;[site, browser] = await Promise.all([sharedSite(), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

const join = (name: string, roles: ReadonlyArray<OperatorRole>): Promise<Page> =>
  joinConsole(browser, site, name, roles)

it("an operator joins with two passkeys, signs out and in again, and approves the application of a creator", async () => {
  const person = await site.person({ displayName: "Jonas Weir" })
  const { page: own } = await openPage(browser, { baseURL: site.origin })
  await enter(own.context(), site, person)
  await own.goto("/writers/managechannel")
  await own.getByLabel("Name of your channel").fill("Harbour Notes")
  await own.getByLabel("What do you publish?").fill("What happens between the tides, twice a week.")
  await own.getByLabel("Where do you publish today?").fill("https://harbour.example/")
  await own.getByRole("checkbox", { name: "English" }).check()
  await own.getByRole("button", { name: "Send application" }).click()
  await own.getByText("Submitted", { exact: true }).waitFor()

  const page = await join("Mara", ["moderator", "auditor"])
  await page.getByRole("button", { name: "Sign out" }).click()
  await page.getByRole("button", { name: "Sign in with a passkey" }).click()
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor()
  const waiting = page.getByRole("link", { name: /applications? waits? for a decision/ })
  await comesToShow(page, "/", waiting)
  await waiting.click()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole("link", { name: "Approve an application" }).click()
  await page.getByRole("button", { name: "Show the plan" }).click()
  await page.getByText("Open the channel “Harbour Notes”.").waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await sign(page)
  await page.getByText(/^Carried out by Mara/).waitFor()
  await comesToShow(own, "/writers/managechannel", own.getByRole("heading", { level: 1, name: "Creator dashboard" }))

  await page.goto("/audit")
  await page.getByRole("heading", { level: 2, name: "Proof of the log" }).waitFor()
  for (const type of ["channels.ApplicationApproved.v1", "operations.OperationApproved.v1"])
    await page.getByRole("link", { name: type }).first().waitFor()
})

it("a reviewer opens a document with reason and passkey, asks for another, and verifies it; its owner sees the looks", {
  tags: ["long"],
}, async () => {
  const person = await site.person()
  const { page: own } = await openPage(browser, { baseURL: site.origin })
  await enter(own.context(), site, person)
  await own.goto("/settings/identity")
  await own.getByLabel("2 – identity document").check()
  await own.getByLabel("Full name", { exact: true }).fill("Anna Maria Eriksson")
  await own.getByLabel("Date of birth", { exact: true }).fill("1974-08-12")
  await own.getByLabel("Country of residence").selectOption("SE")
  await own.getByLabel("I agree").check()
  await own.getByRole("button", { name: "Start check" }).click()
  const submit = async (color: string) => {
    await own.goto("/settings/identity")
    await own.getByLabel("Document", { exact: true }).selectOption("passport")
    await own.getByLabel("Country of issue").selectOption("SE")
    const file = { name: "pass.png", mimeType: "image/png", buffer: await sampleDocument(color) }
    await own.getByLabel("Image", { exact: true }).setInputFiles(file)
    await own.getByRole("button", { name: "Add image" }).click()
    await own.getByRole("img", { name: /Preview of Passport/ }).waitFor()
    await own.getByRole("button", { name: "Submit for review" }).click()
    await own.getByText("Under review").waitFor()
  }
  await submit("#dfe7ee")

  const page = await join("Rita", ["reviewer"])
  const check = page.getByRole("row", { name: new RegExp(person.userCode) }).getByRole("link")
  await comesToShow(page, "/identity", check)
  expect(await accessibilityProblems(page)).toEqual([])
  await check.click()
  await page.getByRole("heading", { level: 1, name: /^Check / }).waitFor()
  const address = new URL(page.url()).pathname
  const claim = () => page.getByRole("button", { name: "Claim for 15 minutes" }).click()
  await claim()
  await page.getByRole("button", { name: "Release" }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await page.content()).not.toContain("Eriksson")

  await page.getByRole("link", { name: "Open the image" }).click()
  await page.getByLabel("Why do you need to see this document?").fill("Review of the first images")
  await page.getByRole("button", { name: "Continue" }).click()
  expect(await page.content()).not.toContain("Eriksson")
  await page.getByRole("button", { name: "Sign and open" }).click()
  const image = page.getByRole("img", { name: "Passport" })
  await expect.poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBeGreaterThan(800)
  await page.getByText("Anna Maria Eriksson").waitFor()
  expect(await accessibilityProblems(page)).toEqual([])

  await page.goto(address)
  await page.getByRole("link", { name: "Ask for new images" }).click()
  await page.getByRole("checkbox", { name: "reflections" }).check()
  await page.getByRole("checkbox", { name: "not readable" }).check()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole("button", { name: "Show the plan" }).click()
  await page.getByText(/for new images: not readable, reflections\./).waitFor()
  await sign(page)
  await page.getByText(/^Carried out by Rita/).waitFor()
  await comesToShow(own, "/settings/identity", own.getByText("Reflections cover parts of the document."))

  await submit("#eee7df")
  await page.goto(address)
  await claim()
  const field = page.getByLabel("Or document number")
  await field.fill(`X ${person.userCode}`)
  await page.getByLabel("Valid until (document)").fill("2035-01-01")
  await page.getByRole("button", { name: "Record" }).click()
  await page.getByText("none, 2035-01-01").waitFor()
  await plan(page, `/operate/identity.verify?check=${address.split("/").at(-1)}&wrongDigits=refuse`)
  await sign(page)
  await page.getByText(/^Carried out by Rita/).waitFor()
  await comesToShow(own, "/settings/identity", own.getByText("Verified", { exact: true }))
  await own.getByText("Review of the first images").waitFor()
})

it("support reveals an address for a reason and with a passkey, and its owner sees the look", async () => {
  const person = await site.person()
  const page = await join("Sana", ["support"])
  await comesToShow(page, `/people?code=${person.userCode}`, page.getByRole("link", { name: "Reveal" }))
  expect(await page.content()).not.toContain(person.email)
  await page.getByRole("link", { name: "Reveal" }).click()
  await page.getByLabel("Why do you need to see this address?").fill("They wrote from another address")
  await page.getByRole("button", { name: "Continue" }).click()
  await page.getByRole("button", { name: "Sign and reveal" }).waitFor()
  expect(await page.content()).not.toContain(person.email)
  await page.getByRole("button", { name: "Sign and reveal" }).click()
  await page.getByText(person.email).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])

  const { page: own } = await openPage(browser, { baseURL: site.origin })
  await enter(own.context(), site, person)
  await comesToShow(own, "/settings/identity", own.getByText("They wrote from another address"))
})

it("support answers a ticket, takes an answer back, and merges tickets by mistake and apart again [S2-019]", {
  tags: ["long"],
}, async () => {
  const person = await site.person({ displayName: "Ada Lind" })
  const { page: own } = await openPage(browser, { baseURL: site.origin, javaScriptEnabled: false })
  await enter(own.context(), site, person)
  const request = async (subject: string, text: string) => {
    await own.goto("/ticket")
    await own.getByLabel("Subject").fill(subject)
    await own.locator("textarea[name=text]").fill(text)
    await own.locator("button[name=do][value=open]").click()
    await own.getByText(text).first().waitFor()
    return new URL(own.url()).pathname.split("/").at(-1) ?? ""
  }
  const first = await request("My feed is gone", "It was there yesterday.")
  const second = await request("A wrong charge", "I was charged twice.")

  const page = await join("Sam", ["support"])
  await comesToShow(page, "/tickets", page.getByRole("link", { name: second }))
  await page.getByRole("link", { name: first }).click()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByLabel("Your answer").fill("We are looking for it.")
  await page.getByRole("button", { name: "Answer", exact: true }).click()
  await page.getByRole("button", { name: /^Take back/ }).click()
  await comesToShow(page, `/tickets/${first}`, page.getByText("taken back"))
  await page.getByLabel("Merge into (number)").fill(second)
  await page.getByRole("button", { name: "Merge", exact: true }).click()
  await comesToShow(page, `/tickets/${first}`, page.getByRole("button", { name: "Undo the merge" }))
  await page.getByRole("button", { name: "Undo the merge" }).click()
  await comesToShow(page, `/tickets/${first}`, page.getByLabel("Merge into (number)"))
  await page.goto(`/tickets/${first}?at=999999999`)
  await page.getByText(/^As it was at position/).waitFor()
  await page.getByText("It was there yesterday.").waitFor()
  expect(await page.getByRole("main").getByRole("button").count()).toBe(0)
  expect((await page.goto(`/tickets/${first}?at=1`))?.status()).toBe(404)

  await page.goto("/macros")
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByLabel("Name").fill("Feed is back")
  await page.getByLabel("English").fill("Your feed is back. Ticket: {number}")
  await page.getByLabel("Tags to add").fill("Feeds")
  await page.getByLabel("Priority").selectOption("high")
  await page.getByLabel("State afterwards").selectOption("solved")
  await page.getByRole("button", { name: "Save" }).click()
  await page.getByRole("link", { name: "Feed is back" }).waitFor()
  await page.goto(`/tickets/${first}`)
  await page.getByLabel("Macro").selectOption("Feed is back")
  await page.getByRole("button", { name: "Insert" }).click()
  await page.getByText("Sending also sets: High, #feeds").waitFor()
  await page
    .getByLabel("Files (optional)")
    .setInputFiles({ name: "guide.txt", mimeType: "text/plain", buffer: Buffer.from("Follow it again.") })
  const answer = `Your feed is back. Ticket: ${first}`
  expect(await page.getByLabel("Your answer").inputValue()).toBe(answer)
  await page.getByRole("button", { name: "Answer and solve" }).click()
  await expect
    .poll(
      async () => {
        await own.goto(`/ticket/${first}`)
        return own.getByText(answer).count()
      },
      { timeout: 40_000 },
    )
    .toBe(1)
  expect(await own.getByText("We are looking for it.").count()).toBe(0)
  const guide = await own
    .context()
    .request.get((await own.getByRole("link", { name: /guide\.txt/ }).getAttribute("href")) ?? "")
  expect(await guide.text()).toBe("Follow it again.")

  // New service levels: planned, signed and shown.
  await page.goto("/servicelevels")
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole("link", { name: "Set the service levels" }).click()
  await page.getByLabel("Sunday").fill("morning")
  await page.getByRole("button", { name: "Show the plan" }).click()
  await page.getByText("This value is not valid: Sunday").waitFor()
  const levels = new URL(page.url()).searchParams
  await plan(page, `/operate/tickets.setServiceLevels?${levels}`, {
    ...{ Sunday: "10:00-14:00", "Days without support": "2026-12-25" },
  })
  await page.getByText("Sunday 10:00-14:00").waitFor()
  await sign(page)
  await page.getByText(/^Carried out by Sam/).waitFor()
  await page.goto("/servicelevels")
  await page.getByText("10:00–14:00").waitFor()
  await comesToShow(page, "/tickets?status=solved&priority=high&tag=feeds", page.getByRole("link", { name: first }))
})

const callFeed = async (name: string, body: object, person: TestPerson) => {
  const headers = { "content-type": "application/json", authorization: `Bearer ${person.token}` }
  const answer = await fetch(`${site.origin}/api/Feed/${name}`, { method: "POST", headers, body: JSON.stringify(body) })
  expect(answer.status).toBe(200)
  const { data } = (await answer.json()) as { readonly data: Readonly<Record<string, unknown>> | null }
  return (data?.["content"] ?? data?.["comment"] ?? {}) as Readonly<Record<string, string>>
}

/** Carries out an operation on a case, as its page offers it. */
const carryOut = async (
  page: Page,
  address: string,
  name: string,
  operation: string,
  fields: Readonly<Record<string, string>>,
) => {
  await page.goto(address)
  const link = await page.getByRole("link", { name: operation, exact: true }).getAttribute("href")
  await plan(page, link ?? "", fields)
  await sign(page)
  await page.getByText(new RegExp(`^Carried out by ${name}`)).waitFor()
}

it("a reported comment is taken down by one operator, appealed by its author, and restored by another operator", {
  tags: ["long"],
}, async () => {
  const [creator, author, reporter] = [
    await site.person({ displayName: "Mara Voss" }),
    await site.person({ displayName: "Ivo Brandt" }),
    await site.person(),
  ]
  await makeCreator(site.databaseUrl, creator)
  const post = { title: "Tides", preview: "The harbour at dawn.", contentStatusId: 3 }
  const { id: contentId = "", link: path = "" } = await callFeed("createContent", post, creator)
  const { id: commentId = "" } = await callFeed("CreateComment", { contentId, text: "I will find you" }, author)
  await callFeed("ReviewComment", { commentId, action: "approve" }, creator)
  await callFeed("ReportComment", { commentId, reason: "<b>A threat</b>" }, reporter)

  const first = await join("Mia", ["moderator"])
  const queued = first.locator("tr", { hasText: author.userCode }).getByRole("link", { name: "Comment", exact: true })
  await comesToShow(first, "/moderation", queued)
  expect(await accessibilityProblems(first)).toEqual([])
  await queued.click()
  await first.getByText("<b>A threat</b>").waitFor()
  expect(await accessibilityProblems(first)).toEqual([])
  const address = new URL(first.url()).pathname
  await carryOut(first, address, "Mia", "Claim the case", {})
  await carryOut(first, address, "Mia", "Take down", {
    "Based on": "terms",
    "Law or clause": "4.2",
    "Facts, for the person who wrote it": "The comment threatens a person.",
    "Review the measure": "90",
  })

  const { page: own } = await openPage(browser, { baseURL: site.origin, javaScriptEnabled: false })
  await enter(own.context(), site, author)
  await expect
    .poll(async () => {
      await own.goto(path)
      return own.getByText("I will find you").count()
    })
    .toBe(0)
  await comesToShow(own, "/message", own.getByText("We took down something you wrote"))
  await own.goto("/settings/decisions")
  await own.getByRole("link", { name: "Your comment" }).click()
  await own.getByText("The comment threatens a person.").waitFor()
  await own.getByLabel("Why is the decision wrong?").fill("It quotes a song.")
  await own.getByRole("button", { name: "Send appeal" }).click()
  await own.getByText("Waiting for a decision.").waitFor()

  await comesToShow(first, address, first.getByText("Another operator has to decide this appeal"))
  expect(await first.getByRole("link", { name: "Decide the appeal" }).count()).toBe(0)
  const second = await join("Noah", ["moderator"])
  await second.goto("/")
  await second.getByText(/cases? of reported content waits? for a decision/).waitFor()
  await carryOut(second, address, "Noah", "Decide the appeal", {
    Decision: "granted",
    "Answer to the person": "It is a quotation.",
  })
  await comesToShow(own, path, own.getByText("I will find you"))
  await own.goto(`/settings/decisions/${address.split("/").at(-1)}`)
  await own.getByText("It is a quotation.").waitFor()
  await own.getByText(/^Granted on/).waitFor()
  const { page: phone } = await openPage(browser, { baseURL: site.origin, width: WIDTHS.phone })
  await enter(phone.context(), site, author)
  await phone.goto(own.url())
  await phone.getByText(/^Granted on/).waitFor()
  expect(await accessibilityProblems(phone)).toEqual([])
})

it("a post is reported without scripts, answers 451 while it is taken down, and is back afterwards", {
  tags: ["long"],
}, async () => {
  const [creator, reporter] = [await site.person({ displayName: "Ida Roth" }), await site.person()]
  const { channelCode, channelId } = await makeCreator(site.databaseUrl, creator)
  const post = { title: "Spring tide", preview: "They will pay.", contentStatusId: 3 }
  const { id = "", link: path = "" } = await callFeed("createContent", post, creator)
  const { page: reading } = await openPage(browser, { baseURL: site.origin, javaScriptEnabled: false })
  await enter(reading.context(), site, reporter)
  await comesToShow(reading, path, reading.getByText("They will pay."))
  await reading.getByText("Report", { exact: true }).click()
  await reading.getByLabel("What is wrong with it?").fill("A threat")
  await reading.getByRole("button", { name: "Send report" }).click()
  await reading.getByText("Thanks. Our moderators will look at it.").waitFor()
  const { page: guest } = await openPage(browser, {
    baseURL: site.origin,
    javaScriptEnabled: false,
    width: WIDTHS.phone,
  })
  await guest.goto(path)
  await guest.getByText("Report", { exact: true }).click()
  await guest.getByText("Sign in if you want to know what they decide.").waitFor()
  await guest.getByLabel("What is wrong with it?").fill("It names my address")
  await guest.getByRole("button", { name: "Send report" }).click()
  await guest.getByText("Thanks. If we can find it, our moderators will look at it.").waitFor()

  const moderator = await join("Lea", ["moderator"])
  const queued = moderator.locator("tr", { hasText: creator.userCode }).getByRole("link", { name: "Post", exact: true })
  await comesToShow(moderator, "/moderation", queued)
  await queued.click()
  await moderator.getByText("They will pay.").waitFor()
  await moderator.getByText("A guest,").waitFor()
  await moderator.getByText("It names my address").waitFor()
  const address = new URL(moderator.url()).pathname
  await carryOut(moderator, address, "Lea", "Take down", {
    "Based on": "law",
    "Law or clause": "Section 241",
    "Facts, for the person who wrote it": "The post threatens people.",
    "Review the measure": "90",
  })

  const read = (of: string, language: string) =>
    fetch(site.origin + of, { headers: { "accept-language": language }, redirect: "manual" })
  const rss = async () => (await read(`/feeds/channel/${channelCode}/posts.rss`, "en")).text()
  await expect.poll(async () => (await read(path, "en")).status).toBe(451)
  const itemPath = `/newsfeeds/newsdetail?id=${postItemId(channelId, id)}`
  for (const [language, text] of [
    ["en", "This content is not available"],
    ["de", "Dieser Inhalt ist nicht verfügbar"],
    ["zh-CN", "此内容无法查看"],
    ["zh-TW", "此內容無法檢視"],
  ] as const)
    for (const of of [path, `/c/${channelCode}/${id}/`, itemPath]) {
      const answer = await read(of, language)
      const body = await answer.text()
      expect([answer.status, answer.headers.get("link")]).toEqual([451, `<${site.origin}/>; rel="blocked-by"`])
      expect(body).toContain(text)
      expect(body).not.toMatch(/Spring tide|They will pay/)
    }
  expect(await rss()).not.toContain("Spring tide")
  const { page: own } = await openPage(browser, { baseURL: site.origin, width: WIDTHS.phone })
  await own.goto(path)
  expect(await accessibilityProblems(own)).toEqual([])
  await enter(own.context(), site, creator)
  await own.goto(path)
  await own.getByText("Our moderators took this post down.").waitFor()
  await own.getByRole("link", { name: "Read the reasons" }).click()
  await own.getByText("The post threatens people.").waitFor()

  await carryOut(moderator, address, "Lea", "Restore", {})
  await expect.poll(async () => (await read(path, "en")).status).toBe(200)
  await expect.poll(rss).toContain("Spring tide")
})

it("two operators together resume withdrawals that one of them stopped alone", { tags: ["long"] }, async () => {
  const [first, second] = [await join("Ola", ["treasurer"]), await join("Ravi", ["treasurer"])]
  await plan(first, "/operate/withdrawals.stop", { Coin: "BTC", Reason: "A node answers wrongly" })
  await sign(first)
  await first.getByText(/^Carried out by Ola/).waitFor()

  await first.getByRole("link", { name: "Take it back: Resume withdrawals" }).click()
  await first.getByRole("button", { name: "Show the plan" }).click()
  await first.getByText("2 operators have to sign.").waitFor()
  await sign(first)
  await first.getByText("Another operator has to sign this plan too.").waitFor()
  const address = new URL(first.url()).pathname
  // One operator alone cannot, whatever they send.
  expect(await first.getByRole("button", { name: "Carry out" }).count()).toBe(0)
  const forced = await first.evaluate(async (path) => {
    const body = new URLSearchParams({ act: "execute" })
    return (await fetch(path, { method: "POST", body })).status
  }, address)
  expect(forced).toBe(409)
  await first.goto("/withdrawals")
  await first.getByText("Withdrawals are stopped (BTC): A node answers wrongly").waitFor()

  await second.goto(address)
  await sign(second)
  await second.getByText(/^Carried out by Ravi/).waitFor()
  await first.reload()
  expect(await first.getByText("Withdrawals are stopped").count()).toBe(0)
})

it("a read model is rebuilt, compared, switched and switched back", { tags: ["long"] }, async () => {
  const page = await join("Noor", ["engineer"])
  await plan(page, "/operate/projections.rebuild", { "Read model": "follows" })
  await sign(page)
  await page.getByText(/^Carried out by Noor/).waitFor()
  for (const [operation, fields] of [
    ["verify", { Build: "2" }],
    ["switch", { Build: "2" }],
    ["rollback", {}],
  ] as const) {
    await plan(page, `/operate/projections.${operation}?projection=follows`, fields)
    await sign(page)
    await page.getByText(/^Carried out by Noor/).waitFor()
  }
  await page.goto("/projections")
  await page.getByRole("row", { name: /^follows 1 live/ }).waitFor()
  await plan(page, "/operate/projections.switch?projection=follows", { Build: "2" })
  await page.getByLabel("Why").fill("Not today")
  await page.getByRole("button", { name: "Stop it" }).click()
  await page.getByText("Stopped by Noor: Not today").waitFor()
})

it("a feature is opened from a release on, and then to everybody again", { tags: ["long"] }, async () => {
  const page = await join("Ines", ["engineer"])
  const rule = { "Available to": "release", Share: "0.8", Reason: "Tried with the next release" }
  await page.goto("/operate/flags.set?flag=publishing")
  for (const [label, value] of Object.entries(rule)) {
    const field = page.getByLabel(label)
    if (label === "Available to") await field.selectOption(value)
    else await field.fill(value)
  }
  await page.getByRole("button", { name: "Show the plan" }).click()
  await page.getByRole("alert").getByText("A release has three numbers, such as 0.8.0.").waitFor()
  // All releases are later: other tests publish in the meantime.
  await page.getByLabel("Share").fill("0.0.1")
  await page.getByRole("button", { name: "Show the plan" }).click()
  await page.getByText("On from release 0.0.1.").waitFor()
  await sign(page)
  await page.getByText(/^Carried out by Ines/).waitFor()
  await page.goto("/flags")
  await page.getByRole("row", { name: /^New posts Release 0.0.1 and later/ }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await plan(page, "/operate/flags.reset?flag=publishing")
  await sign(page)
  await page.getByText(/^Carried out by Ines/).waitFor()
  await page.goto("/flags")
  await page.getByRole("row", { name: /^New posts Everybody/ }).waitFor()
})

it("shows nothing to members and guests, and refuses what an operator lacks the permission for", async () => {
  const { page: guest } = await openPage(browser, { baseURL: site.consoleOrigin })
  await enter(guest.context(), site, await site.person())
  for (const path of ["/", "/events", "/operators", "/operate/withdrawals.stop"]) {
    await guest.goto(path)
    expect(new URL(guest.url()).pathname).toBe("/signin")
  }
  const page = await join("Vera", ["viewer"])
  for (const [path, status, heading] of [
    ["/people", 403, "Not allowed"],
    ["/audit", 403, "Not allowed"],
    ["/operate/withdrawals.stop", 403, "Not allowed"],
    ["/operate/nothing", 404, "Not found"],
    ["/events/999999999", 404, "Not found"],
    ["/nothing", 404, "Not found"],
  ] as const) {
    expect([path, (await page.goto(path))?.status()]).toEqual([path, status])
    await page.getByRole("heading", { level: 1, name: heading }).waitFor()
  }
  // Filters find what is typed as it is, and refuse what no event can have. What was typed is shown as text.
  const mark = `%"'><img src=x onerror=1>`
  for (const field of ["stream", "type", "actor", "correlation"])
    for (const [text, status] of [
      [mark, field === "correlation" ? 400 : 200],
      ["%", field === "correlation" ? 400 : 200],
      ["a\0b", 400],
      ["x".repeat(10_000), 400],
      ["00000000-0000-7000-8000-000000000000", 200],
    ] as const) {
      const answered = await page.request.get(`/events?${new URLSearchParams({ [field]: text })}`)
      expect([field, text.slice(0, 40), answered.status()]).toEqual([field, text.slice(0, 40), status])
      const isFound = /href="\/events\/\d/.test(await answered.text())
      expect([field, text.slice(0, 40), isFound]).toEqual([field, text.slice(0, 40), false])
    }
  await page.goto(`/events?${new URLSearchParams({ stream: mark })}`)
  expect(await page.getByLabel("Stream").inputValue()).toBe(mark)
  expect(await page.locator("img").count()).toBe(0)
  // Alone, she can take permissions to look and to stop for an hour, and everybody sees it.
  await page.goto("/operators")
  await page.getByRole("link", { name: "Take emergency permissions" }).click()
  await page.getByLabel("Reason").fill("Nobody answers the telephone")
  await page.getByRole("button", { name: "Show the plan" }).click()
  await sign(page)
  await page.getByText(/^Carried out by Vera/).waitFor()
  expect((await page.goto("/people"))?.status()).toBe(200)
  expect((await page.goto("/audit"))?.status()).toBe(403)
  await page.getByRole("link", { name: "Vera has emergency permissions until" }).click()
  await page.getByRole("link", { name: "End emergency permissions" }).click()
  await page.getByRole("button", { name: "Show the plan" }).click()
  await sign(page)
  await page.getByText(/^Carried out by Vera/).waitFor()
  expect((await page.goto("/people"))?.status()).toBe(403)
  // A form of another site carries no session, and is refused.
  const foreign = await fetch(`${site.consoleOrigin}/operate/projections.pause`, { method: "POST", body: "x=1" })
  expect(foreign.status).toBe(403)
})

it("reads well in German, on a phone and without scripts", { tags: ["long"] }, async () => {
  const page = await join("Tilda", ["engineer", "auditor"])
  await page.getByRole("button", { name: "Deutsch" }).click()
  await page.setViewportSize({ width: WIDTHS.phone, height: 800 })
  for (const path of [
    "/",
    "/operations",
    "/applications",
    "/moderation",
    "/projections",
    "/events",
    "/feeds",
    "/flags",
    "/mail",
    "/people",
    "/operators",
    "/audit",
    "/terminal",
  ]) {
    await page.goto(path)
    expect(await page.locator("html").getAttribute("lang")).toBe("de")
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(WIDTHS.phone)
    // Reading loads no script.
    expect(await page.locator("script").count()).toBe(0)
  }
  await page.goto("/events")
  await page.locator("tbody a").first().click()
  expect(await accessibilityProblems(page)).toEqual([])
})
