import { HISTORY_PAGE, type SearchHistory } from "#contract/chat"
import { line } from "../chat.ts"
import { $chat } from "../chatState.ts"
import { $opened } from "./store.ts"

/** What a search answers; `Before` is where the next page begins. */
type Found = SearchHistory & { readonly Before?: unknown }

/** Searches the room that is shown, or goes on with what is older; false where that failed. */
export const searchRoom = async (Text: string, { more = false } = {}): Promise<boolean> => {
  const opened = $opened.get()
  const before = more ? ($chat.get().searchChatData as Found | null) : null
  if (opened === null) return true
  const asked = { Text, PageSize: HISTORY_PAGE, ...(before?.Before === undefined ? {} : { Before: before.Before }) }
  const answer = await line.request<Found>("Sh", opened.scope, opened.target, JSON.stringify(asked))
  if ($opened.get() !== opened) return true
  if (!answer.ok) return false
  const Messages = [...(before?.Messages ?? []), ...answer.data.Messages]
  $chat.setKey("searchChatData", { ...answer.data, Messages })
  return true
}

/** Ends the search. */
export const endSearch = (): void => $chat.setKey("searchChatData", null)
