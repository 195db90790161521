import { Effect } from "effect"
import type { Handler } from "./Handler.ts"
import { listPage } from "./listPage.ts"
import { roomOf } from "./shapes.ts"

/** The rooms of the asker. */
export const ls: Handler = Effect.fn("Ls")(function* (asker, [more = ""]) {
  const { page } = yield* listPage(asker, more, roomOf)
  return page
})
