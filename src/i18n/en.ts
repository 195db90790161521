import { account } from "./messages/account/en.ts"
import { api } from "./messages/api/en.ts"
import { call } from "./messages/call/en.ts"
import { fetch } from "./messages/fetch/en.ts"
import { filter } from "./messages/filter/en.ts"
import { notice } from "./messages/notice/en.ts"
import { shell } from "./messages/shell/en.ts"
import { state } from "./messages/state/en.ts"

/** Every message in English, the source of all types. An area is one folder in `messages` and one line here and in its siblings. */
export const en = { ...account, ...api, ...call, ...fetch, ...filter, ...notice, ...shell, ...state } as const

export type Messages = typeof en
