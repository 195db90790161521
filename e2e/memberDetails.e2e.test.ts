import type { Browser } from "playwright-core"
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

const call = async (path: string, person: TestPerson, payload: object) => {
  const headers = { "content-type": "application/json", authorization: `Bearer ${person.token}` }
  const response = await fetch(`${site.origin}/api/${path}`, { method: "POST", headers, body: JSON.stringify(payload) })
  expect(response.status).toBe(200)
}
const openAs = async (person: TestPerson, locale = "en-GB") => {
  const { page } = await openPage(browser, { baseURL: site.origin, locale })
  await enter(page.context(), site, person)
  return page
}

describe("the badge of the chat icon", () => {
  it("counts a request while the page is open, and leads to the messages if no conversation is unread", async () => {
    const [mara, ben] = [await site.person({ displayName: "Mara" }), await site.person({ displayName: "Ben" })]
    await call("Message/UpdateMessage", ben, { type: "All" })
    const page = await openAs(ben)
    await page.goto("/faq")
    const chat = page.locator("[data-chat-link]")
    await chat.and(page.locator("[href$='/message/chatlist']")).waitFor()
    await call("Message/SendMessage", mara, { targetUserCode: ben.userCode, message: "Hello Ben" })
    await chat.getByText("1", { exact: true }).waitFor()
    const icon = page.locator("link[rel=icon]")
    await expect.poll(async () => decodeURIComponent((await icon.getAttribute("href")) ?? "")).toContain(">1</text>")
    await chat.click()
    await page.getByText("Hello Ben").first().waitFor()
    expect(new URL(page.url()).pathname).toBe("/message")
    // Tabs with counts scroll in their row, not with the page.
    await page.setViewportSize({ width: 375, height: 720 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
  })

  it("counts what arrives while the messages are loading", async () => {
    const [mara, ben] = [await site.person({ displayName: "Mara" }), await site.person({ displayName: "Ben" })]
    await call("Message/UpdateMessage", ben, { type: "All" })
    const page = await openAs(ben)
    const untilCounted = () =>
      page.evaluate(
        () =>
          new Promise<void>((resolve) => {
            const stream = new EventSource("/live")
            stream.addEventListener("unread", ({ data }) => {
              if (data !== "1") return
              stream.close()
              resolve()
            })
          }),
      )
    await page.route(
      "**/api/Message/LoadMessage",
      async (route) => {
        const answer = await route.fetch()
        await call("Message/SendMessage", mara, { targetUserCode: ben.userCode, message: "Hello Ben" })
        await untilCounted()
        await route.fulfill({ response: answer })
      },
      { times: 1 },
    )
    await page.goto("/faq")
    await page.locator("[data-chat-link]").getByText("1", { exact: true }).waitFor()
  })
})

it("every row of the member's menu opens a page of its own, and no other page", async () => {
  const page = await openAs(await site.person({ displayName: "Lea" }))
  await page.goto("/faq")
  const rows = page.locator("[data-member-menu] li a")
  const paths = await rows.evaluateAll((links) =>
    links.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
  )
  expect(paths.length).toBeGreaterThan(5)
  for (const path of paths) {
    const response = await page.request.get(path)
    expect([new URL(response.url()).pathname, response.status()]).toEqual([path, 200])
  }
})

it("the member's menu opens with the first tap where nothing can hover, and the next tap follows the link", async () => {
  const { page } = await openPage(browser, { baseURL: site.origin, hasTouch: true })
  await enter(page.context(), site, await site.person({ displayName: "Lea" }))
  await page.goto("/faq")
  const [face, row] = [page.locator("[data-member-menu] .face"), page.getByRole("link", { name: "Wallet" })]
  await face.tap()
  await row.first().waitFor()
  expect(new URL(page.url()).pathname).toBe("/faq")
  await face.tap()
  await page.waitForURL("**/user/*")
})

describe("the welcome dialog", () => {
  it("greets Chinese readers in Chinese, with a button to start", async () => {
    const { page } = await openPage(browser, { baseURL: site.origin, locale: "zh-TW" })
    await page.goto("/faq")
    await page.getByRole("button", { name: "使用教學" }).click()
    const dialog = page.locator("dialog#welcome")
    await dialog.getByText("歡迎來到 Quire").waitFor()
    await dialog.getByText("EN", { exact: true }).click()
    await dialog.getByRole("button", { name: "Start reading" }).click()
    await dialog.waitFor({ state: "hidden" })
  })
})

describe("the donation page", () => {
  it("says before the confirmation what new credentials allow", async () => {
    const [mara, ben] = [await site.person(), await site.person()]
    await call("User/UpdateSignInPassword", mara, { password: mara.password, newPassword: "quick otters sign in" })
    const page = await openAs(mara)
    await page.goto(`/donate?to=${ben.userCode}`)
    await page
      .getByText(/^You changed your security settings recently\. Until .+ you can donate up to 0\.0008 BTC\.$/)
      .waitFor()
  })
})
