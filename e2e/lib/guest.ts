import type { Locator, Page } from "playwright-core"
import { parseFollowsCookie } from "../../src/lib/followsCookie.ts"

/** The follows that the browser has stored. */
export interface KeptFollow {
  readonly id: string
  readonly feedId: string
  readonly title: string
  readonly groupName: string
}

export const keptFollows = (page: Page): Promise<ReadonlyArray<KeptFollow>> =>
  page.evaluate(() => JSON.parse(localStorage.getItem("quire:followList") ?? "[]"))

/** `title@group` of each follow, `@group` of an empty group. */
export const notedFollows = async (page: Page): Promise<ReadonlyArray<string>> =>
  (await keptFollows(page)).map(({ title, groupName }) => (groupName === "" ? title : `${title}@${groupName}`))

/** The content of the cookie that the server reads: the number of feeds by group. */
export const toldFollows = async (page: Page): Promise<Readonly<Record<string, number>>> => {
  const cookie = (await page.context().cookies()).find(({ name }) => name === "quire_follows")
  const groups = parseFollowsCookie(cookie === undefined ? undefined : decodeURIComponent(cookie.value))
  return Object.fromEntries(Array.from(groups, ([name, ids]) => [name, ids.length]))
}

/** The latest notice with this text. */
export const notice = (page: Page, text: string): Locator => page.locator("#toasts .toast", { hasText: text }).last()
