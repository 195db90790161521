import { Effect } from "effect"
import { renameGroup } from "#core/follows"
import { badRequest, type Call, done } from "../Call.ts"
import { carryOut } from "../ownFollows.ts"
import { labelOf } from "../streamIds.ts"

/** Gives a group another name. */
export const renameTag = Effect.fn("renameTag")(function* (call: Call) {
  const { params } = call
  const groupName = labelOf(params.one("s") ?? "") ?? params.one("t")
  const newName = labelOf(params.one("dest") ?? "")
  if (!groupName || newName === undefined) return yield* badRequest("s and dest must name labels")
  yield* carryOut(call, renameGroup({ groupName, newName }))
  return done()
})
