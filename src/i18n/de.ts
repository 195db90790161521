import type { Messages } from "./en.ts"
import type { Translation } from "./message.ts"
import { account } from "./messages/account/de.ts"
import { accountCall } from "./messages/accountCall/de.ts"
import { add } from "./messages/add/de.ts"
import { api } from "./messages/api/de.ts"
import { appPasswords } from "./messages/appPasswords/de.ts"
import { assist } from "./messages/assist/de.ts"
import { call } from "./messages/call/de.ts"
import { channel } from "./messages/channel/de.ts"
import { chat } from "./messages/chat/de.ts"
import { currency } from "./messages/currency/de.ts"
import { deposit } from "./messages/deposit/de.ts"
import { docs } from "./messages/docs/de.ts"
import { donate } from "./messages/donate/de.ts"
import { drawer } from "./messages/drawer/de.ts"
import { feed } from "./messages/feed/de.ts"
import { fetch } from "./messages/fetch/de.ts"
import { filter } from "./messages/filter/de.ts"
import { first } from "./messages/first/de.ts"
import { follow } from "./messages/follow/de.ts"
import { groups } from "./messages/groups/de.ts"
import { health } from "./messages/health/de.ts"
import { home } from "./messages/home/de.ts"
import { keyboard } from "./messages/keyboard/de.ts"
import { library } from "./messages/library/de.ts"
import { linkAccount } from "./messages/linkAccount/de.ts"
import { longNews } from "./messages/longNews/de.ts"
import { mail } from "./messages/mail/de.ts"
import { menu } from "./messages/menu/de.ts"
import { messages } from "./messages/messages/de.ts"
import { notice } from "./messages/notice/de.ts"
import { notify } from "./messages/notify/de.ts"
import { offline } from "./messages/offline/de.ts"
import { opml } from "./messages/opml/de.ts"
import { passkeys } from "./messages/passkeys/de.ts"
import { pictures } from "./messages/pictures/de.ts"
import { player } from "./messages/player/de.ts"
import { preset } from "./messages/preset/de.ts"
import { profile } from "./messages/profile/de.ts"
import { reader } from "./messages/reader/de.ts"
import { search } from "./messages/search/de.ts"
import { settings } from "./messages/settings/de.ts"
import { shell } from "./messages/shell/de.ts"
import { state } from "./messages/state/de.ts"
import { thirdParty } from "./messages/thirdParty/de.ts"
import { twoStep } from "./messages/twoStep/de.ts"
import { untiefa } from "./messages/untiefa/de.ts"
import { wallet } from "./messages/wallet/de.ts"
import { walletCall } from "./messages/walletCall/de.ts"
import { withdraw } from "./messages/withdraw/de.ts"
import { withdrawCall } from "./messages/withdrawCall/de.ts"

export const de: Translation<Messages> = {
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
