import { expect, it } from "vitest"
import { whereToTell } from "./raiseMessage.ts"

const page = { isOwn: false, isInChat: false, isVisible: true, isElsewhereVisible: false, isLeading: true }

it.each([
  ["by the page that is looked at", {}, "page"],
  ["nowhere where the chat itself is looked at", { isInChat: true }, "nowhere"],
  ["nowhere where it is one's own", { isOwn: true }, "nowhere"],
  ["by the system where no page is looked at", { isVisible: false }, "system"],
  ["by another page that is looked at", { isVisible: false, isElsewhereVisible: true }, "nowhere"],
  ["by one tab for all", { isVisible: false, isLeading: false }, "nowhere"],
] as const)("[S2-075] a message is told of %s", (_, change, told) => {
  expect(whereToTell({ ...page, ...change })).toBe(told)
})
