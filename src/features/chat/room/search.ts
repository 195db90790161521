import { HISTORY_PAGE } from "#contract/chat"
import { line } from "../chat.ts"
import { $chat } from "../chatState.ts"
import { $foundAnywhere, $opened, type Found, type FoundAnywhere } from "./store.ts"

/** Searches the open room, or loads older results; false on failure. */
export const searchRoom = async (Text: string, { more = false } = {}): Promise<boolean> => {
  const opened = $opened.get()
  const before = more ? ($chat.get().searchChatData as Found | null) : null
  if (opened === null) return true
  const answer = await request(opened.scope, opened.target, Text, before)
  if ($opened.get() !== opened) return true
  if (!answer.ok) return false
  $chat.setKey("searchChatData", withOlder(before, answer.data))
  return true
}

let latest: object = {}

/** Searches all rooms, or loads older results; false on failure. A cancelled search shows nothing. */
export const searchAnywhere = async (Text: string, { more = false } = {}): Promise<boolean> => {
  const before: FoundAnywhere | null = more ? $foundAnywhere.get() : null
  const search = {}
  latest = search
  const answer = await request("", "", Text, before)
  if (latest !== search) return true
  if (!answer.ok) return false
  $foundAnywhere.set({ ...withOlder(before, answer.data), Text })
  return true
}

export const endSearch = (): void => $chat.setKey("searchChatData", null)

export const endSearchAnywhere = (): void => {
  latest = {}
  $foundAnywhere.set(null)
}

const request = (scope: string, target: string, Text: string, before: Found | null) => {
  const from = before?.Before === undefined ? {} : { Before: before.Before }
  return line.request<Found>("Sh", scope, target, JSON.stringify({ Text, PageSize: HISTORY_PAGE, ...from }))
}

const withOlder = (before: Found | null, older: Found): Found => ({
  ...older,
  Messages: [...(before?.Messages ?? []), ...older.Messages],
})
