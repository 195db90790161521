import type { Messages } from "./en.ts"
import type { Translation } from "./message.ts"
import { account } from "./messages/account/zh-Hant.ts"
import { accountCall } from "./messages/accountCall/zh-Hant.ts"
import { add } from "./messages/add/zh-Hant.ts"
import { api } from "./messages/api/zh-Hant.ts"
import { appPasswords } from "./messages/appPasswords/zh-Hant.ts"
import { assist } from "./messages/assist/zh-Hant.ts"
import { call } from "./messages/call/zh-Hant.ts"
import { channel } from "./messages/channel/zh-Hant.ts"
import { chat } from "./messages/chat/zh-Hant.ts"
import { currency } from "./messages/currency/zh-Hant.ts"
import { deposit } from "./messages/deposit/zh-Hant.ts"
import { docs } from "./messages/docs/zh-Hant.ts"
import { donate } from "./messages/donate/zh-Hant.ts"
import { drawer } from "./messages/drawer/zh-Hant.ts"
import { feed } from "./messages/feed/zh-Hant.ts"
import { fetch } from "./messages/fetch/zh-Hant.ts"
import { filter } from "./messages/filter/zh-Hant.ts"
import { first } from "./messages/first/zh-Hant.ts"
import { follow } from "./messages/follow/zh-Hant.ts"
import { groups } from "./messages/groups/zh-Hant.ts"
import { health } from "./messages/health/zh-Hant.ts"
import { home } from "./messages/home/zh-Hant.ts"
import { keyboard } from "./messages/keyboard/zh-Hant.ts"
import { library } from "./messages/library/zh-Hant.ts"
import { linkAccount } from "./messages/linkAccount/zh-Hant.ts"
import { longNews } from "./messages/longNews/zh-Hant.ts"
import { mail } from "./messages/mail/zh-Hant.ts"
import { menu } from "./messages/menu/zh-Hant.ts"
import { messages } from "./messages/messages/zh-Hant.ts"
import { notice } from "./messages/notice/zh-Hant.ts"
import { notify } from "./messages/notify/zh-Hant.ts"
import { offline } from "./messages/offline/zh-Hant.ts"
import { opml } from "./messages/opml/zh-Hant.ts"
import { passkeys } from "./messages/passkeys/zh-Hant.ts"
import { pictures } from "./messages/pictures/zh-Hant.ts"
import { player } from "./messages/player/zh-Hant.ts"
import { preset } from "./messages/preset/zh-Hant.ts"
import { profile } from "./messages/profile/zh-Hant.ts"
import { reader } from "./messages/reader/zh-Hant.ts"
import { search } from "./messages/search/zh-Hant.ts"
import { settings } from "./messages/settings/zh-Hant.ts"
import { shell } from "./messages/shell/zh-Hant.ts"
import { state } from "./messages/state/zh-Hant.ts"
import { thirdParty } from "./messages/thirdParty/zh-Hant.ts"
import { twoStep } from "./messages/twoStep/zh-Hant.ts"
import { untiefa } from "./messages/untiefa/zh-Hant.ts"
import { wallet } from "./messages/wallet/zh-Hant.ts"
import { walletCall } from "./messages/walletCall/zh-Hant.ts"
import { withdraw } from "./messages/withdraw/zh-Hant.ts"
import { withdrawCall } from "./messages/withdrawCall/zh-Hant.ts"

export const zhHant: Translation<Messages> = {
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
}
