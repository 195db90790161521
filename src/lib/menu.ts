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

/** A menu row: the key of its label, and its path. */
export interface MenuRow {
  readonly label: PlainKey
  readonly path: string
}

/** The top tabs in display order. */
export const tabs: ReadonlyArray<MenuRow> = [
  { label: "shell.tab.home", path: paths.home },
  { label: "shell.tab.channel", path: paths.channels },
  { label: "shell.tab.newsfeed", path: paths.newsfeed },
  { label: "shell.tab.subscriptions", path: paths.subscriptions },
  { label: "shell.tab.crypto", path: paths.crypto },
  { label: "shell.tab.faq", path: paths.faq },
]

/** Pages of a person's subscriptions that the mobile drawer offers in addition to their tab. */
export const subscriptionPages: ReadonlyArray<MenuRow> = [
  { label: "groups.past.title", path: paths.deletedFeeds },
  { label: "subscriptions.cycle.title", path: paths.equityCycle },
  { label: "subscriptions.rehearsal.title", path: paths.rehearsal },
  { label: "subscriptions.gifts.title", path: paths.gifts },
  { label: "subscriptions.records.title", path: paths.paymentRecords },
]

/** The row of a path: the longest one that it starts with; Home only for the path itself. */
export const rowOf = (rows: ReadonlyArray<MenuRow>, path: string): MenuRow | undefined =>
  rows
    .filter((row) => path === row.path || (row.path !== paths.home && path.startsWith(`${row.path}/`)))
    .sort((one, other) => other.path.length - one.path.length)[0]
