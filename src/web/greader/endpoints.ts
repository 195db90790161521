import { Effect } from "effect"
import { findReader } from "#projections/readerApps"
import { requireWriteToken, writeToken } from "./authentication.ts"
import { jsonResponse, type ReaderCall, type ReaderHandler, textResponse } from "./ReaderCall.ts"
import { countUnreadItems, itemContents, markAllAsRead, streamContents, streamItemIds } from "./streams.ts"
import { editSubscription, exportOpml, listSubscriptions, quickAdd } from "./subscriptions.ts"
import { disableTag, editTag, listTags, renameTag } from "./tags.ts"

export type Endpoint = {
  /** It changes nothing, so GET is allowed. */
  readonly isRead: boolean
  readonly handler: ReaderHandler
}

const read = (handler: ReaderHandler): Endpoint => ({ isRead: true, handler })
const write = (handler: ReaderHandler): Endpoint => ({ isRead: false, handler: requireWriteToken(handler) })
/** Calls that apps make and that have no counterpart here. */
const fixed = (value: object): Endpoint => read(() => Effect.succeed(jsonResponse(value)))

/** Who is signed in. E-mail addresses are not disclosed: apps show the name. */
const userInfo = Effect.fn("userInfo")(function* ({ personId }: ReaderCall) {
  const reader = yield* findReader(personId)
  const userId = reader?.userCode ?? ""
  return jsonResponse({
    userId,
    userName: reader?.name ?? "",
    userProfileId: userId,
    userEmail: "",
    isBloggerUser: false,
    signupTimeSec: Math.floor((reader?.openedMs ?? 0) / 1_000),
    isMultiLoginEnabled: false,
  })
})

const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  token: read(({ auth }) => Effect.succeed(textResponse(writeToken(auth)))),
  "user-info": read(userInfo),
  "subscription/list": read(listSubscriptions),
  "subscription/edit": write(editSubscription),
  "subscription/quickadd": write(quickAdd),
  "subscription/export": read(exportOpml),
  "tag/list": read(listTags),
  "rename-tag": write(renameTag),
  "disable-tag": write(disableTag),
  "unread-count": read(countUnreadItems),
  "stream/contents": read(streamContents),
  "stream/items/ids": read(streamItemIds),
  "stream/items/contents": read(itemContents),
  "edit-tag": write(editTag),
  "mark-all-as-read": write(markAllAsRead),
  "preference/list": fixed({ prefs: [] }),
  "preference/stream/list": fixed({ streamprefs: {} }),
  "friend/list": fixed({ friends: [] }),
}

/** The only call with more in its path: the id of a stream. */
const CONTENTS = "stream/contents/"

/** The endpoint of a path and the rest of the path after its name; null if there is none. */
export const endpointOf = (path: string): { readonly endpoint: Endpoint; readonly rest: string } | null => {
  const rest = path.startsWith(CONTENTS) ? decode(path.slice(CONTENTS.length)) : ""
  const name = rest === "" ? path.replace(/\/$/, "") : "stream/contents"
  const endpoint = rest !== null && Object.hasOwn(ENDPOINTS, name) ? ENDPOINTS[name] : undefined
  return endpoint === undefined || rest === null ? null : { endpoint, rest }
}

const decode = (text: string): string | null => {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
