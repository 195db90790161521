import { Effect } from "effect"
import { personFollows } from "#projections/follows"
import { type Call, jsonAnswer } from "../Call.ts"
import { labelStream, STARRED } from "../streamIds.ts"

/** The person's groups, empty ones too, and what they keep for later. */
export const listTags = Effect.fn("listTags")(function* ({ personId }: Call) {
  const { groupIds } = yield* personFollows(personId)
  const labels = [...groupIds.keys()].filter((name) => name !== "")
  return jsonAnswer({ tags: [{ id: STARRED }, ...labels.map((name) => ({ id: labelStream(name), type: "folder" }))] })
})
