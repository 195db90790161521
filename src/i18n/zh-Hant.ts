import type { Messages } from "./en.ts"
import type { Translation } from "./message.ts"
import { account } from "./messages/account/zh-Hant.ts"
import { api } from "./messages/api/zh-Hant.ts"
import { call } from "./messages/call/zh-Hant.ts"
import { fetch } from "./messages/fetch/zh-Hant.ts"
import { filter } from "./messages/filter/zh-Hant.ts"
import { notice } from "./messages/notice/zh-Hant.ts"
import { shell } from "./messages/shell/zh-Hant.ts"
import { state } from "./messages/state/zh-Hant.ts"

export const zhHant: Translation<Messages> = { ...account, ...api, ...call, ...fetch, ...filter, ...notice, ...shell, ...state }
