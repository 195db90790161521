import { GUEST_HISTORY_ITEMS_MAX } from "#contract/follows"

/** A guest's reading history; null if it is turned off. */
export type GuestHistory = ReadonlyArray<{ readonly itemId: string; readonly openedMs: number }> | null

const OFF = "off"
const RADIX = 36
const SECOND_MS = 1_000
const ENTRY = /^([0-9a-z]{20})([0-9a-z]{1,8})$/
const COOKIE_LENGTH_MAX = 1_500

/** Parses the cookie `quire_history`: item ids, each with the second it was opened, the latest first; or `off`. */
export const parseHistoryCookie = (text: string | undefined): GuestHistory => {
  if (text === OFF) return null
  if (text === undefined || text.length > COOKIE_LENGTH_MAX) return []
  return text
    .split(".")
    .flatMap((entry) => {
      const [, itemId = "", second = ""] = ENTRY.exec(entry) ?? []
      return itemId === "" ? [] : [{ itemId, openedMs: Number.parseInt(second, RADIX) * SECOND_MS }]
    })
    .slice(0, GUEST_HISTORY_ITEMS_MAX)
}

export const formatHistoryCookie = (history: GuestHistory): string =>
  history === null
    ? OFF
    : history.map(({ itemId, openedMs }) => itemId + Math.floor(openedMs / SECOND_MS).toString(RADIX)).join(".")

/** The history with an item that is opened now; it loses its oldest entries. */
export const addToHistory = (history: GuestHistory, itemId: string, openedMs: number): GuestHistory =>
  history &&
  [{ itemId, openedMs }, ...history.filter((entry) => entry.itemId !== itemId)].slice(0, GUEST_HISTORY_ITEMS_MAX)
