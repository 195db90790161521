import type { Messages } from "../en/index.ts"
import type { Translation } from "../message.ts"
import { accounts } from "./accounts.ts"
import { chat } from "./chat.ts"
import { comments } from "./comments.ts"
import { compose } from "./compose.ts"
import { creators } from "./creators.ts"
import { feeds } from "./feeds.ts"
import { forwards } from "./forwards.ts"
import { freeAccess } from "./freeAccess.ts"
import { gifts } from "./gifts.ts"
import { identity } from "./identity.ts"
import { imports } from "./imports.ts"
import { library } from "./library.ts"
import { media } from "./media.ts"
import { moderation } from "./moderation.ts"
import { newsletters } from "./newsletters.ts"
import { pledges } from "./pledges.ts"
import { posts } from "./posts.ts"
import { reading } from "./reading.ts"
import { receipts } from "./receipts.ts"
import { rules } from "./rules.ts"
import { security } from "./security.ts"
import { shell } from "./shell.ts"
import { subscriptions } from "./subscriptions.ts"
import { supporters } from "./supporters.ts"
import { tickets } from "./tickets.ts"
import { wallet } from "./wallet.ts"
import { withdrawals } from "./withdrawals.ts"

export const zhHant: Translation<Messages> = {
  ...shell,
  ...feeds,
  ...library,
  ...rules,
  ...accounts,
  ...security,
  ...chat,
  ...compose,
  ...creators,
  ...media,
  ...imports,
  ...identity,
  ...comments,
  ...posts,
  ...newsletters,
  ...receipts,
  ...forwards,
  ...freeAccess,
  ...gifts,
  ...pledges,
  ...reading,
  ...subscriptions,
  ...supporters,
  ...moderation,
  ...tickets,
  ...wallet,
  ...withdrawals,
}
