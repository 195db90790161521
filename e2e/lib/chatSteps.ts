import type { Browser, Locator, Page } from "playwright-core"
import { expect } from "vitest"
import type { TestPerson } from "../../core/accounts/testing/people.ts"
import { openPage } from "./browser.ts"
import { enter } from "./enter.ts"
import type { TestSite } from "./site.ts"

/** Opens a page of a signed-in person who has seen the introduction. */
export const openChatPage = async (
  browser: Browser,
  site: TestSite,
  person: TestPerson,
  options: Parameters<typeof openPage>[1] = {},
) => {
  const watched = await openPage(browser, { baseURL: site.origin, ...options })
  await enter(watched.page.context(), site, person)
  await watched.page.addInitScript(() => localStorage.setItem("quire:intro", '{"shown":9}'))
  const logged: Array<string> = []
  watched.page.on("console", (message) => logged.push(message.text()))
  return { ...watched, logged }
}

export const chatWith = ({ userCode }: TestPerson, scope = "Person") =>
  `/writers/chat?userCode=${userCode}&Scope=${scope}`

export const write = async (page: Page, text: string) => {
  await page.locator(".chat-composer textarea").fill(text)
  await page.keyboard.press("Enter")
}

export const messageOf = (page: Page, text: string): Locator => page.locator(".chat-message", { hasText: text })

/** The conversation as the server has it, in the format the page shows. */
export const shown = (page: Page) => page.locator(".chat-message[data-seq] .chat-text").allInnerTexts()

/** Chooses an action from the menu of a message. */
export const act = async (page: Page, text: string, name: string) => {
  await messageOf(page, text).hover()
  await messageOf(page, text).locator(".chat-acts").click()
  await page.locator(".chat-menu").getByRole("button", { name, exact: true }).click()
}

/** Browsers log a connection that the server refuses as a console error. */
export const ownProblems = (problems: ReadonlyArray<string>) =>
  problems.filter((problem) => !problem.includes("WebSocket connection"))

/** Calls Message of the API as a person. */
export const notify = async (site: TestSite, { token }: TestPerson, call: string, payload: object): Promise<void> => {
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` }
  const body = JSON.stringify(payload)
  expect((await fetch(`${site.origin}/api/Message/${call}`, { method: "POST", headers, body })).status).toBe(200)
}

/** Two people who accepted each other's messages. */
export const befriend = async (site: TestSite, one: TestPerson, other: TestPerson): Promise<void> => {
  await notify(site, one, "SendMessage", { targetUserCode: other.userCode, message: "Hello" })
  await notify(site, other, "UpdateMessage", { targetUserCode: one.userCode, invite: "accept" })
}
