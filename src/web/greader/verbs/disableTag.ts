import { Effect } from "effect"
import { deleteGroup, moveFeeds } from "#core/follows"
import { personFollows } from "#projections/follows"
import { badRequest, type Call, done } from "../Call.ts"
import { carryOut } from "../ownFollows.ts"
import { labelOf } from "../streamIds.ts"

/** Removes a group. Apps expect its feeds to stay, so they leave it first: ours would go with it. */
export const disableTag = Effect.fn("disableTag")(function* (call: Call) {
  const groupName = labelOf(call.params.one("s") ?? "") ?? call.params.one("t")
  if (!groupName) return yield* badRequest("s must name a label")
  const { byGroup } = yield* personFollows(call.personId)
  yield* carryOut(call, moveFeeds({ feedIds: byGroup.get(groupName) ?? [] }))
  yield* carryOut(call, deleteGroup({ groupName }))
  return done()
})
