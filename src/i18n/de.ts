import type { Messages } from "./en.ts"
import type { Translation } from "./message.ts"
import { account } from "./messages/account/de.ts"
import { api } from "./messages/api/de.ts"
import { call } from "./messages/call/de.ts"
import { fetch } from "./messages/fetch/de.ts"
import { filter } from "./messages/filter/de.ts"
import { notice } from "./messages/notice/de.ts"
import { shell } from "./messages/shell/de.ts"
import { state } from "./messages/state/de.ts"

export const de: Translation<Messages> = { ...account, ...api, ...call, ...fetch, ...filter, ...notice, ...shell, ...state }
