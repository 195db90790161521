import { Effect } from "effect"
import type { Services } from "../../process/runtime.ts"
import { type Call, jsonAnswer, type Refused, textAnswer } from "./Call.ts"
import { countUnreadItems } from "./verbs/countUnreadItems.ts"
import { disableTag } from "./verbs/disableTag.ts"
import { editSubscription } from "./verbs/editSubscription.ts"
import { editTag } from "./verbs/editTag.ts"
import { exportOpml } from "./verbs/exportOpml.ts"
import { itemContents } from "./verbs/itemContents.ts"
import { listSubscriptions } from "./verbs/listSubscriptions.ts"
import { listTags } from "./verbs/listTags.ts"
import { markAllAsRead } from "./verbs/markAllAsRead.ts"
import { quickAdd } from "./verbs/quickAdd.ts"
import { renameTag } from "./verbs/renameTag.ts"
import { streamContents } from "./verbs/streamContents.ts"
import { streamItemIds } from "./verbs/streamItemIds.ts"
import { userInfo } from "./verbs/userInfo.ts"
import { writeToken, writing } from "./writeToken.ts"

export type Verb = {
  /** It changes nothing, so that it may be asked for by GET. */
  readonly reads: boolean
  readonly answer: (call: Call) => Effect.Effect<Response, Refused, Services>
}

const reads = (answer: Verb["answer"]): Verb => ({ reads: true, answer })
const writes = (answer: Verb["answer"]): Verb => ({ reads: false, answer: writing(answer) })
/** What apps ask for and nothing of ours stands behind. */
const says = (value: object): Verb => reads(() => Effect.succeed(jsonAnswer(value)))

const VERBS: Readonly<Record<string, Verb>> = {
  token: reads(({ auth }) => Effect.succeed(textAnswer(writeToken(auth)))),
  "user-info": reads(userInfo),
  "subscription/list": reads(listSubscriptions),
  "subscription/edit": writes(editSubscription),
  "subscription/quickadd": writes(quickAdd),
  "subscription/export": reads(exportOpml),
  "tag/list": reads(listTags),
  "rename-tag": writes(renameTag),
  "disable-tag": writes(disableTag),
  "unread-count": reads(countUnreadItems),
  "stream/contents": reads(streamContents),
  "stream/items/ids": reads(streamItemIds),
  "stream/items/contents": reads(itemContents),
  "edit-tag": writes(editTag),
  "mark-all-as-read": writes(markAllAsRead),
  "preference/list": says({ prefs: [] }),
  "preference/stream/list": says({ streamprefs: {} }),
  "friend/list": says({ friends: [] }),
}

/** The only call whose address goes on behind its name: with the id of a stream. */
const CONTENTS = "stream/contents/"

/** What a path asks for, and what stands behind the name of the call; null where there is no such call. */
export const verbOf = (path: string): { readonly verb: Verb; readonly rest: string } | null => {
  const rest = path.startsWith(CONTENTS) ? decoded(path.slice(CONTENTS.length)) : ""
  const name = rest === "" ? path.replace(/\/$/, "") : "stream/contents"
  const verb = rest !== null && Object.hasOwn(VERBS, name) ? VERBS[name] : undefined
  return verb === undefined || rest === null ? null : { verb, rest }
}

const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
