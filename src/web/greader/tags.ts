import { Effect } from "effect"
import { deleteGroup, moveFeeds, ReadMarks, renameGroup, setItemsSaved } from "#core/follows"
import { personFollows } from "#projections/follows"
import { resolveItems } from "#projections/readerApps"
import { itemIdPrefixes } from "./itemIds.ts"
import { badRequest, jsonResponse, okResponse, type Params, type ReaderCall } from "./ReaderCall.ts"
import { labelOf, labelStream, STARRED, stateOf } from "./streamIds.ts"
import { dispatchFollows } from "./subscriptions.ts"

/** Items in one call, and items that one command saves. */
const ITEMS_MAX = 10_000
const SAVED_AT_ONCE_MAX = 500

/** The person's groups, including empty ones, and the state of saved items. */
export const listTags = Effect.fn("listTags")(function* ({ personId }: ReaderCall) {
  const { groupIds } = yield* personFollows(personId)
  const labels = [...groupIds.keys()].filter((name) => name !== "")
  return jsonResponse({ tags: [{ id: STARRED }, ...labels.map((name) => ({ id: labelStream(name), type: "folder" }))] })
})

export const renameTag = Effect.fn("renameTag")(function* (call: ReaderCall) {
  const groupName = namedGroup(call.params)
  const newName = labelOf(call.params.one("dest") ?? "")
  if (!groupName || newName === undefined) return yield* badRequest("s and dest must name labels")
  yield* dispatchFollows(call, renameGroup({ groupName, newName }))
  return okResponse()
})

/** Deletes a group. Apps expect its feeds to stay, so they leave the group first: ours would be unfollowed with it. */
export const disableTag = Effect.fn("disableTag")(function* (call: ReaderCall) {
  const groupName = namedGroup(call.params)
  if (!groupName) return yield* badRequest("s must name a label")
  const { byGroup } = yield* personFollows(call.personId)
  yield* dispatchFollows(call, moveFeeds({ feedIds: byGroup.get(groupName) ?? [] }))
  yield* dispatchFollows(call, deleteGroup({ groupName }))
  return okResponse()
})

const namedGroup = ({ one }: Params): string | undefined => labelOf(one("s") ?? "") ?? one("t")

/** Marks items as read or unread, and saves or unsaves them. Other states are ignored: nothing here corresponds to them. */
export const editTag = Effect.fn("editTag")(function* (call: ReaderCall) {
  const { personId, params } = call
  const states = (name: string) => new Set(params.all(name).map(stateOf))
  const [added, removed] = [states("a"), states("r")]
  if (params.all("a").length + params.all("r").length === 0) return yield* badRequest("a or r must name a tag")
  const itemIds = yield* namedItems(params, ITEMS_MAX)
  const isRead = added.has("read") ? true : removed.has("read") || added.has("kept-unread") ? false : undefined
  if (isRead !== undefined && itemIds.length > 0) yield* ReadMarks.use((marks) => marks.mark(personId, itemIds, isRead))
  const isSaved = added.has("starred") ? true : removed.has("starred") ? false : undefined
  for (let at = 0; isSaved !== undefined && at < itemIds.length; at += SAVED_AT_ONCE_MAX)
    yield* dispatchFollows(call, setItemsSaved(itemIds.slice(at, at + SAVED_AT_ONCE_MAX), isSaved))
  return okResponse()
})

/** The ids of the items in the parameter `i`, in its order, without unknown ones. */
export const namedItems = Effect.fn("namedItems")(function* (params: Params, itemsMax: number) {
  const named = params.all("i")
  if (named.length > itemsMax) return yield* badRequest(`i names more than ${itemsMax} items`)
  const prefixes = named.map(itemIdPrefixes)
  const found = yield* resolveItems(prefixes.flat())
  const ids = prefixes.flatMap((each) => each.flatMap((prefix) => found.get(prefix) ?? []).slice(0, 1))
  return [...new Set(ids)]
})
