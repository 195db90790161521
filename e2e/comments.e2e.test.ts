import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { TestPerson } from "../core/accounts/testing/people.ts"
import { makeCreator } from "../core/channels/testing/makeCreator.ts"
import {
  accessibilityProblems,
  enter,
  launchBrowser,
  notice,
  openPage,
  sharedSite,
  type TestSite,
  WIDTHS,
} from "./lib/index.ts"

let site: TestSite
let browser: Browser
let creator: TestPerson
let path: string
let contentId: string

beforeAll(async () => {
  ;[site, browser] = await Promise.all([sharedSite(), launchBrowser()])
  creator = await site.person({ displayName: "Mara Voss" })
  await makeCreator(site.databaseUrl, creator)
  const content = await call("createContent", { title: "Tides", preview: "The harbour at dawn.", contentStatusId: 3 })
  contentId = content["id"] as string
  path = content["link"] as string
})
afterAll(() => browser?.close())

const call = async (name: string, body: object, person = creator): Promise<Readonly<Record<string, unknown>>> => {
  const headers = { "content-type": "application/json", authorization: `Bearer ${person.token}` }
  const answer = await fetch(`${site.origin}/api/Feed/${name}`, { method: "POST", headers, body: JSON.stringify(body) })
  expect(answer.status).toBe(200)
  const { data } = (await answer.json()) as { readonly data: Readonly<Record<string, unknown>> | null }
  return (data?.["content"] ?? data?.["comment"] ?? {}) as Readonly<Record<string, unknown>>
}
const openAs = async (person: TestPerson | null, options: Parameters<typeof openPage>[1] = {}): Promise<Page> => {
  const { page } = await openPage(browser, { baseURL: site.origin, ...options })
  if (person !== null) await enter(page.context(), site, person)
  return page
}
const comment = (page: Page, name: string) => page.getByRole("article", { name, exact: true })

describe("comments below a post", () => {
  for (const javaScriptEnabled of [true, false])
    it(`are written, reviewed, answered, liked, edited and deleted (scripts: ${javaScriptEnabled})`, {
      tags: javaScriptEnabled ? [] : ["long"],
      timeout: 120_000,
    }, async () => {
      const reader = await site.person({ displayName: `Reader ${javaScriptEnabled}` })
      const name = `Reader ${javaScriptEnabled}`
      const page = await openAs(reader, { javaScriptEnabled })
      await page.goto(path)
      await page.getByRole("textbox", { name: "Write a comment" }).fill("Calm water <b>today</b>")
      await page.getByRole("button", { name: "Post comment" }).click()
      await comment(page, name).getByText("Waiting for review. Only you and the creator can see it.").waitFor()

      const review = await openAs(creator, { javaScriptEnabled })
      await review.goto("/writers/managechannel")
      await review.getByRole("link", { name: /^Comments to review\s*\d+$/ }).click()
      await review.getByText("Calm water <b>today</b>").waitFor()
      await review.getByRole("button", { name: "Approve" }).click()
      await review.getByText("Nothing to review.").waitFor()

      await review.goto(path)
      await comment(review, name).getByLabel(`Reply to ${name}`).click()
      await comment(review, name).getByRole("textbox", { name: "Write a reply" }).fill("It is")
      await comment(review, name).getByRole("button", { name: "Post reply" }).click()
      await comment(review, "Mara Voss").getByText("It is").first().waitFor()
      await comment(review, name).getByRole("button", { name: "Like", exact: true }).click()
      await comment(review, name).getByText("1 like", { exact: true }).waitFor()

      await page.goto(path)
      await comment(page, "Mara Voss").getByText(`in reply to ${name}`).first().waitFor()
      await comment(page, name).getByText("Edit", { exact: true }).click()
      await comment(page, name).getByRole("textbox", { name: "Edit" }).fill("Calm water this morning")
      await comment(page, name).getByRole("button", { name: "Save" }).click()
      await comment(page, name).getByText("Calm water this morning").first().waitFor()
      await comment(page, name).getByText("edited", { exact: true }).waitFor()

      await comment(page, name).getByLabel("More actions").click()
      await comment(page, name).getByRole("button", { name: "Delete" }).click()
      await page.getByRole("dialog", { name: "Delete this comment?" }).getByRole("button", { name: "Delete" }).click()
      await page.getByText("The author deleted this comment.").first().waitFor()
    })

  it("keep what was typed if it is refused", async () => {
    const reader = await site.person()
    const page = await openAs(reader, { javaScriptEnabled: false })
    await page.goto(path)
    await call("UpdateCommentLevel", { contentId, commentLevelId: 2 })
    await page.getByRole("textbox", { name: "Write a comment" }).fill("My long thought")
    await page.getByRole("button", { name: "Post comment" }).click()
    await page.getByText("Only subscribers can comment here.").first().waitFor()
    expect(await page.getByText("My long thought").count()).toBe(1)
    await call("UpdateCommentLevel", { contentId, commentLevelId: null })
  })

  it("lead guests to sign-in, and a post's like counts", async () => {
    const guest = await openAs(null, { width: WIDTHS.phone })
    await guest.goto(path)
    expect(await guest.getByRole("link", { name: "Sign in to comment" }).getAttribute("href")).toContain(
      "/signin?redirect=",
    )
    const page = await openAs(await site.person())
    await page.goto(path)
    await page.locator("#likes").getByRole("button", { name: "Like", exact: true }).click()
    await notice(page, "Saved").waitFor()
    await page.locator("#likes").getByText("1 like", { exact: true }).waitFor()
    await page.locator("#likes").getByRole("button", { name: "Like", exact: true, pressed: true }).click()
    await page.locator("#likes").getByText("1 like", { exact: true }).waitFor({ state: "detached" })
    expect(await accessibilityProblems(page)).toEqual([])
  })

  it("show the thread of a link and mark its comment", async () => {
    const fan = await site.person({ displayName: "Fan" })
    const first = await call("CreateComment", { contentId, text: "A thread begins" }, creator)
    const reply = await call(
      "CreateComment",
      { contentId, text: "The linked reply", parentCommentId: first["id"] },
      creator,
    )
    const page = await openAs(fan)
    await page.goto(`${path}?comment=${String(reply["id"])}`)
    await page.locator("[data-target]").getByText("The linked reply").first().waitFor()
    await page.getByRole("link", { name: "All comments" }).click()
    await page.getByText("The linked reply").first().waitFor()
  })

  it("announce new ones on open pages, without moving what is read", async () => {
    const page = await openAs(await site.person())
    await page.goto(path)
    const shown = await page.getByRole("article").count()
    await call("CreateComment", { contentId, text: "Just arrived" })
    const link = page.getByRole("link", { name: "Show new comments" })
    await link.waitFor()
    expect(await page.getByRole("article").count()).toBe(shown)
    await link.click()
    await page.getByText("Just arrived").first().waitFor()
    expect(await link.isVisible()).toBe(false)
  })
})
