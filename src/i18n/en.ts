import { account } from "./messages/account/en.ts"
import { accountCall } from "./messages/accountCall/en.ts"
import { add } from "./messages/add/en.ts"
import { api } from "./messages/api/en.ts"
import { appPasswords } from "./messages/appPasswords/en.ts"
import { assist } from "./messages/assist/en.ts"
import { call } from "./messages/call/en.ts"
import { channel } from "./messages/channel/en.ts"
import { chat } from "./messages/chat/en.ts"
import { currency } from "./messages/currency/en.ts"
import { deposit } from "./messages/deposit/en.ts"
import { docs } from "./messages/docs/en.ts"
import { donate } from "./messages/donate/en.ts"
import { drawer } from "./messages/drawer/en.ts"
import { feed } from "./messages/feed/en.ts"
import { fetch } from "./messages/fetch/en.ts"
import { filter } from "./messages/filter/en.ts"
import { first } from "./messages/first/en.ts"
import { follow } from "./messages/follow/en.ts"
import { groups } from "./messages/groups/en.ts"
import { health } from "./messages/health/en.ts"
import { home } from "./messages/home/en.ts"
import { keyboard } from "./messages/keyboard/en.ts"
import { library } from "./messages/library/en.ts"
import { linkAccount } from "./messages/linkAccount/en.ts"
import { longNews } from "./messages/longNews/en.ts"
import { mail } from "./messages/mail/en.ts"
import { menu } from "./messages/menu/en.ts"
import { messages } from "./messages/messages/en.ts"
import { notice } from "./messages/notice/en.ts"
import { notify } from "./messages/notify/en.ts"
import { offline } from "./messages/offline/en.ts"
import { opml } from "./messages/opml/en.ts"
import { passkeys } from "./messages/passkeys/en.ts"
import { pictures } from "./messages/pictures/en.ts"
import { player } from "./messages/player/en.ts"
import { preset } from "./messages/preset/en.ts"
import { profile } from "./messages/profile/en.ts"
import { reader } from "./messages/reader/en.ts"
import { search } from "./messages/search/en.ts"
import { settings } from "./messages/settings/en.ts"
import { shell } from "./messages/shell/en.ts"
import { state } from "./messages/state/en.ts"
import { thirdParty } from "./messages/thirdParty/en.ts"
import { twoStep } from "./messages/twoStep/en.ts"
import { untiefa } from "./messages/untiefa/en.ts"
import { wallet } from "./messages/wallet/en.ts"
import { walletCall } from "./messages/walletCall/en.ts"
import { withdraw } from "./messages/withdraw/en.ts"
import { withdrawCall } from "./messages/withdrawCall/en.ts"

/** Every message in English, the source of all types. An area is one folder in `messages` and one line here and in its siblings. */
export const en = {
  ...account,
  ...accountCall,
  ...add,
  ...api,
  ...assist,
  ...call,
  ...channel,
  ...chat,
  ...currency,
  ...deposit,
  ...docs,
  ...donate,
  ...drawer,
  ...feed,
  ...fetch,
  ...filter,
  ...first,
  ...follow,
  ...groups,
  ...health,
  ...home,
  ...library,
  ...keyboard,
  ...longNews,
  ...messages,
  ...notice,
  ...notify,
  ...offline,
  ...opml,
  ...search,
  ...player,
  ...reader,
  ...shell,
  ...state,
  ...mail,
  ...pictures,
  ...menu,
  ...preset,
  ...settings,
  ...profile,
  ...appPasswords,
  ...passkeys,
  ...twoStep,
  ...untiefa,
  ...wallet,
  ...walletCall,
  ...withdraw,
  ...withdrawCall,
  ...thirdParty,
  ...linkAccount,
} as const

export type Messages = typeof en
