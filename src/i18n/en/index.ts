import { accounts } from "./accounts.ts"
import { chat } from "./chat.ts"
import { feeds } from "./feeds.ts"
import { library } from "./library.ts"
import { security } from "./security.ts"
import { shell } from "./shell.ts"
import { wallet } from "./wallet.ts"
import { withdrawals } from "./withdrawals.ts"

/** Every message in English, the source of all types. A new area is one file here and in each other language. */
export const en = {
  ...shell,
  ...feeds,
  ...library,
  ...accounts,
  ...security,
  ...chat,
  ...wallet,
  ...withdrawals,
} as const

export type Messages = typeof en
