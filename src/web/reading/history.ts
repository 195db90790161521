import { Effect } from "effect"
import { ReadingHistory } from "#core/follows"
import { findItems, type ListedItem } from "#projections/feeds"
import { run } from "#src/process/runtime.ts"
import { formatCookie, ONE_YEAR_S, parseCookies, SERVER_COOKIES } from "../../lib/cookies.ts"
import { addToHistory, formatHistoryCookie, type GuestHistory, parseHistoryCookie } from "../../lib/historyCookie.ts"
import { runOrReport } from "../runOrReport.ts"
import { onNewsfeed } from "./onNewsfeed.ts"

type Shown = { readonly locals: App.Locals; readonly request: Request; readonly response: ResponseInit }

const PAGE_ITEMS = 50

const guestHistoryOf = (request: Request): GuestHistory =>
  parseHistoryCookie(parseCookies(request.headers.get("cookie")).get(SERVER_COOKIES.history))

const historyCookie = (history: GuestHistory, { site }: App.Locals): string => {
  const age = history?.length === 0 ? 0 : ONE_YEAR_S
  return onNewsfeed(formatCookie(SERVER_COOKIES.history, formatHistoryCookie(history), age, site.https))
}

/** Adds an item to the history of the reader who opens it: a member's in the account, a guest's in a cookie. */
export const recordOpened = ({ locals, request, response }: Shown, itemId: string): void => {
  const openedMs = Date.now()
  if (locals.member !== null) {
    const { personId } = locals.member
    void runOrReport(
      ReadingHistory.use(({ record }) => record(personId, [{ itemId, openedMs }])),
      locals,
    )
    return
  }
  const history = guestHistoryOf(request)
  if (history === null) return
  const cookie = historyCookie(addToHistory(history, itemId, openedMs), locals)
  ;(response.headers as Headers).append("set-cookie", cookie)
}

export interface HistoryPage {
  readonly isOn: boolean
  readonly items: ReadonlyArray<ListedItem>
  /** When each item was opened, in milliseconds. */
  readonly openedMs: ReadonlyMap<string, number>
  /** The cursor of the next page; null on the last. */
  readonly next: string | null
}

/** A page of the reader's history, latest first. Items that the library no longer has are left out. */
export const readHistory = ({ locals, request, url }: Omit<Shown, "response"> & { readonly url: URL }) => {
  const { member } = locals
  const guest = member === null ? guestHistoryOf(request) : []
  const before = Number(url.searchParams.get("cursor") ?? Number.NaN)
  const read = Effect.gen(function* () {
    const history = yield* ReadingHistory
    const beforeMs = Number.isSafeInteger(before) && before > 0 ? before : undefined
    const entries =
      member === null ? (guest ?? []) : yield* history.list(member.personId, { beforeMs, limit: PAGE_ITEMS })
    const page: HistoryPage = {
      isOn: member === null ? guest !== null : yield* history.isOn(member.personId),
      items: yield* findItems(entries.map(({ itemId }) => itemId)),
      openedMs: new Map(entries.map(({ itemId, openedMs }) => [itemId, openedMs])),
      next: member !== null && entries.length === PAGE_ITEMS ? String(entries.at(-1)?.openedMs) : null,
    }
    return page
  })
  return runOrReport(read, locals)
}

/** What the forms of the page do. */
export type HistoryAction = "clear" | "on" | "off"
export const isHistoryAction = (text: string | null): text is HistoryAction =>
  text === "clear" || text === "on" || text === "off"

/** Clears the reader's history or turns it on or off. Returns the cookies to set. */
export const changeHistory = async (action: HistoryAction, locals: App.Locals): Promise<ReadonlyArray<string>> => {
  if (locals.member === null) return [historyCookie(action === "off" ? null : [], locals)]
  const { personId } = locals.member
  await run(
    ReadingHistory.use((history) =>
      action === "clear" ? history.clear(personId) : history.setOn(personId, action === "on"),
    ),
  )
  return []
}
