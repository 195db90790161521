import type { Messages } from "./en.ts"
import type { Translation } from "./message.ts"
import { account } from "./messages/account/zh-Hans.ts"
import { accountCall } from "./messages/accountCall/zh-Hans.ts"
import { add } from "./messages/add/zh-Hans.ts"
import { api } from "./messages/api/zh-Hans.ts"
import { appPasswords } from "./messages/appPasswords/zh-Hans.ts"
import { assist } from "./messages/assist/zh-Hans.ts"
import { call } from "./messages/call/zh-Hans.ts"
import { channel } from "./messages/channel/zh-Hans.ts"
import { chat } from "./messages/chat/zh-Hans.ts"
import { currency } from "./messages/currency/zh-Hans.ts"
import { deposit } from "./messages/deposit/zh-Hans.ts"
import { docs } from "./messages/docs/zh-Hans.ts"
import { donate } from "./messages/donate/zh-Hans.ts"
import { drawer } from "./messages/drawer/zh-Hans.ts"
import { feed } from "./messages/feed/zh-Hans.ts"
import { fetch } from "./messages/fetch/zh-Hans.ts"
import { filter } from "./messages/filter/zh-Hans.ts"
import { first } from "./messages/first/zh-Hans.ts"
import { follow } from "./messages/follow/zh-Hans.ts"
import { groups } from "./messages/groups/zh-Hans.ts"
import { health } from "./messages/health/zh-Hans.ts"
import { home } from "./messages/home/zh-Hans.ts"
import { keyboard } from "./messages/keyboard/zh-Hans.ts"
import { library } from "./messages/library/zh-Hans.ts"
import { linkAccount } from "./messages/linkAccount/zh-Hans.ts"
import { longNews } from "./messages/longNews/zh-Hans.ts"
import { mail } from "./messages/mail/zh-Hans.ts"
import { menu } from "./messages/menu/zh-Hans.ts"
import { messages } from "./messages/messages/zh-Hans.ts"
import { notice } from "./messages/notice/zh-Hans.ts"
import { notify } from "./messages/notify/zh-Hans.ts"
import { offline } from "./messages/offline/zh-Hans.ts"
import { opml } from "./messages/opml/zh-Hans.ts"
import { passkeys } from "./messages/passkeys/zh-Hans.ts"
import { pictures } from "./messages/pictures/zh-Hans.ts"
import { player } from "./messages/player/zh-Hans.ts"
import { preset } from "./messages/preset/zh-Hans.ts"
import { profile } from "./messages/profile/zh-Hans.ts"
import { reader } from "./messages/reader/zh-Hans.ts"
import { search } from "./messages/search/zh-Hans.ts"
import { settings } from "./messages/settings/zh-Hans.ts"
import { shell } from "./messages/shell/zh-Hans.ts"
import { state } from "./messages/state/zh-Hans.ts"
import { thirdParty } from "./messages/thirdParty/zh-Hans.ts"
import { twoStep } from "./messages/twoStep/zh-Hans.ts"
import { untiefa } from "./messages/untiefa/zh-Hans.ts"
import { wallet } from "./messages/wallet/zh-Hans.ts"
import { walletCall } from "./messages/walletCall/zh-Hans.ts"
import { withdraw } from "./messages/withdraw/zh-Hans.ts"
import { withdrawCall } from "./messages/withdrawCall/zh-Hans.ts"

export const zhHans: Translation<Messages> = {
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
