import { expect, it } from "vitest"
import { chooseNoticeTarget } from "./messageNotices.ts"

const page = { isOwn: false, isInChat: false, isVisible: true, isOtherTabVisible: false, isLeading: true }

it.each([
  ["by the page that is looked at", {}, "page"],
  ["nowhere while the chat is visible", { isInChat: true }, "nowhere"],
  ["nowhere for an own message", { isOwn: true }, "nowhere"],
  ["by the system where no page is looked at", { isVisible: false }, "system"],
  ["by another page that is looked at", { isVisible: false, isOtherTabVisible: true }, "nowhere"],
  ["by one tab for all", { isVisible: false, isLeading: false }, "nowhere"],
] as const)("[S2-075] a message is target of %s", (_, change, target) => {
  expect(chooseNoticeTarget({ ...page, ...change })).toBe(target)
})
