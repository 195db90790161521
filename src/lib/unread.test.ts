import { expect, it } from "vitest"
import { shownUnread } from "./unread.ts"

it("[S2-066] the unread count shows 999+ for more than 999 messages", () => {
  const shown = [0, 1, 999, 1_000, 2_000_000].map(shownUnread)
  expect(shown).toEqual(["", "1", "999", "999+", "999+"])
})
