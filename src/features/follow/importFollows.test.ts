import { expect, it, vi } from "vitest"
import type { FollowCommand } from "./commands.ts"
import { feed, given, LETTERS, noted } from "./followsNotation.controls.ts"
import type { GuestFollows } from "./GuestFollows.ts"
import { importFollows } from "./importFollows.ts"

const browserWith = (...notes: ReadonlyArray<string>) => {
  let items: GuestFollows = given(...notes)
  return {
    items: () => noted({ items }),
    dispatch: async ({ decide }: FollowCommand) => {
      const decision = decide(items)
      if ("refusal" in decision) return decision.refusal
      items = decision.items
      return undefined
    },
  }
}
/** `@group` alone is an empty group. */
const listed = (...notes: ReadonlyArray<string>) => {
  const parts = notes.map((note) => note.split("@"))
  return {
    feeds: parts
      .filter(([name]) => name !== "")
      .map(([name = "", group = ""]) => ({ url: `https://${name}.example/feed`, title: name, group })),
    emptyGroups: parts.filter(([name]) => name === "").map(([, group = ""]) => group),
  }
}
const add = async (url: string) => {
  const name = new URL(url).hostname.charAt(0)
  return name === "x" ? { reason: "no such server" } : { feed: feed(name) }
}

it("follows what a list holds in its groups, tells how far it is, and says why one could not be read", async () => {
  const browser = browserWith("a")
  const progress = vi.fn()
  const outcome = await importFollows(listed("b@Europe", "x@Europe", "c"), { ...browser, add, progress })
  expect(outcome).toEqual({
    followed: 2,
    failed: [{ ...listed("x@Europe").feeds[0], reason: "no such server" }],
    left: 0,
  })
  expect(browser.items()).toEqual(["a", "c", "b@Europe"])
  expect(progress.mock.calls).toEqual([[1], [2], [3]])
})

it("stops at the tenth feed and says how many were left out", async () => {
  const browser = browserWith(...LETTERS.slice(0, 9))
  const outcome = await importFollows(listed("k", "l", "m"), { ...browser, add, progress: () => {} })
  expect(outcome).toEqual({ followed: 1, failed: [], left: 2 })
})

it("follows without a group where there would be a fourth one", async () => {
  const browser = browserWith("@One", "@Two", "@Three")
  await importFollows(listed("a@Four"), { ...browser, add, progress: () => {} })
  expect(browser.items()).toEqual(["@One", "@Two", "@Three", "a"])
})

it("counts a feed that is followed already as followed, and follows it once", async () => {
  const browser = browserWith("a")
  const outcome = await importFollows(listed("a@Europe"), { ...browser, add, progress: () => {} })
  expect([outcome.followed, browser.items()]).toEqual([1, ["a"]])
})

it("keeps empty groups as long as there is room for them", async () => {
  const browser = browserWith("@One")
  await importFollows(listed("@Two", "@one", "a@Three", "@Four"), { ...browser, add, progress: () => {} })
  expect(browser.items()).toEqual(["@One", "a@Three", "@Two"])
})
