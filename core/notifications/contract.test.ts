import { expect, it } from "vitest"
import { newestSeen, unseenNews } from "./contract.ts"

const news = [{ updated: 30 }, { updated: 20 }, { updated: 10 }]

it("[S4-049] notifies only of news newer than the seen ones", () => {
  expect(unseenNews(news, 10)).toEqual([{ updated: 30 }, { updated: 20 }])
  expect(unseenNews(news, 30)).toEqual([])
})

it("[S4-050] notifies only of the latest item if nothing was seen yet", () => {
  expect(unseenNews(news, null)).toEqual([{ updated: 30 }])
  expect(unseenNews([], null)).toEqual([])
})

it("remembers the newest item, and keeps it if no news came", () => {
  expect(newestSeen(news, null)).toBe(30)
  expect(newestSeen(news, 40)).toBe(40)
  expect(newestSeen([], null)).toBeNull()
})
