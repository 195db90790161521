import type { Messages } from "./en.ts"
import type { Translation } from "./message.ts"
import { account } from "./messages/account/zh-Hans.ts"
import { api } from "./messages/api/zh-Hans.ts"
import { call } from "./messages/call/zh-Hans.ts"
import { fetch } from "./messages/fetch/zh-Hans.ts"
import { filter } from "./messages/filter/zh-Hans.ts"
import { notice } from "./messages/notice/zh-Hans.ts"
import { shell } from "./messages/shell/zh-Hans.ts"
import { state } from "./messages/state/zh-Hans.ts"

export const zhHans: Translation<Messages> = { ...account, ...api, ...call, ...fetch, ...filter, ...notice, ...shell, ...state }
