import type { PlainKey } from "../i18n/index.ts"
import { paths } from "./paths.ts"

type Codes = { readonly userCode: string; readonly channelCode: string | null }

/** The menu of a signed-in person. A creator's profile is the page of their channel. */
export const memberMenu = ({ userCode, channelCode }: Codes): ReadonlyArray<{ label: PlainKey; path: string }> => [
  { label: "menu.profile", path: paths.user(channelCode ?? userCode) },
  { label: "menu.settings", path: paths.settings },
  { label: "menu.dashboard", path: paths.dashboard },
  { label: "menu.ticket", path: paths.tickets },
  { label: "menu.wallet", path: paths.wallet },
  { label: "menu.transactions", path: paths.transactions },
  { label: "menu.searchUser", path: paths.searchUser },
]
