import { MARKED_AT_ONCE_MAX, MERGED_ITEMS_MAX } from "#contract/follows"
import { translatorOf } from "../../i18n/translate.ts"
import { apiFetch, apiPost } from "../../lib/apiFetch.ts"
import { writeCookie } from "../../lib/browserCookies.ts"
import { makeCall } from "../../lib/call.ts"
import { COOKIES } from "../../lib/cookies.ts"
import { onLiveUpdate } from "../../lib/liveUpdates.ts"
import { paths } from "../../lib/paths.ts"
import { toast } from "../../lib/toast.ts"
import { refreshFollows } from "./dispatch.ts"
import type { GuestFollows } from "./GuestFollows.ts"
import { FOLLOW_LIST_KEY, FOLLOW_MIRROR_KEY, MERGE_ANSWERED } from "./storageKeys.ts"
import { $guestFollows } from "./store.ts"
import { type FollowWords, pageWords } from "./words.ts"

/** The member whose follows this browser session has loaded. */
const LOADED = "quire:followsOf"
/** The follow statuses with their numbers. */
const STATUSES = "quire:relationshipStatuses"
/** Titles of a guest's feeds in the question whether to merge them. */
const TITLES_SHOWN_MAX = 5
/** The dialog on members' pages with follow buttons (components/feeds/MergeFollows.astro). */
const MERGE_DIALOG = "#merge-follows"

/** Work of a member's page: offers to merge a guest's follows, loads and watches the account's, and marks the shown item read. */
export const startMemberPage = (): void => {
  offerMerge()
  void loadOnSignIn()
  watchAccountFollows()
  markOpenedItem()
}

const markOpenedItem = (): void => {
  const itemId = document.querySelector<HTMLElement>("[data-opened]")?.dataset["opened"]
  if (itemId === undefined) return
  void apiPost("Feed/MarkRead", { itemIds: [itemId], read: true }, { keepalive: true })
    .then((answer) => answer.text())
    .catch(() => {})
}

/** Loads the account's follows and the follow statuses once after signing in. */
const loadOnSignIn = async (): Promise<void> => {
  const { member = "" } = document.documentElement.dataset
  if (sessionStorage.getItem(LOADED) === member) return
  sessionStorage.setItem(LOADED, member)
  await Promise.all([refreshFollows(), saveStatuses()])
}

const saveStatuses = async (): Promise<void> => {
  try {
    const response = await apiFetch("Home/LoadRelationShipStatus")
    const { data } = (await response.json()) as { readonly data: unknown }
    if (response.ok) localStorage.setItem(STATUSES, JSON.stringify(data))
  } catch {
    // The next sign-in tries again.
  }
}

/**
 * Asks once after signing in whether to merge this browser's guest follows into the account. Yes merges them and clears the
 * local copy; any other answer changes nothing, and signing out deletes the local copy.
 */
const offerMerge = (): void => {
  const dialog = document.querySelector<HTMLDialogElement>(MERGE_DIALOG)
  const items = $guestFollows.get()
  if (dialog === null || items.length === 0 || localStorage.getItem(MERGE_ANSWERED) !== null) return
  dialog.addEventListener(
    "close",
    () => {
      localStorage.setItem(MERGE_ANSWERED, "")
      if (dialog.returnValue === "yes") void merge(items)
    },
    { once: true },
  )
  const open = document.querySelector<HTMLDialogElement>("dialog[open]")
  const shown = dialog.querySelector("[data-merging]")
  if (shown !== null) shown.textContent = describeFollows(items)
  // A dialog that must be answered comes first.
  if (open === null) dialog.showModal()
  else open.addEventListener("close", () => dialog.showModal(), { once: true })
}

/** How many feeds there are, and the first of their titles. */
const describeFollows = (items: GuestFollows): string => {
  const { locale, words } = pageWords()
  const feeds = items.filter(({ id }) => id !== "")
  if (feeds.length === 0) return ""
  const titles = feeds.flatMap(({ title }) => title || []).slice(0, TITLES_SHOWN_MAX)
  const rest = titles.length > 0 && titles.length < feeds.length ? ["…"] : []
  return [translatorOf<FollowWords>(locale, words)("follow.merging", { count: feeds.length }), ...titles, ...rest].join(
    " · ",
  )
}

const merge = async (items: GuestFollows): Promise<void> => {
  const { locale, words } = pageWords()
  const call = makeCall(locale, words)
  const feeds = items
    .slice(0, MERGED_ITEMS_MAX)
    .map(({ id, feedId, groupName }) => ({ id, feedId: id === "" ? "" : feedId, groupName }))
  const answer = await call("Feed/InitFollow", { feeds })
  if (!answer.ok) {
    localStorage.removeItem(MERGE_ANSWERED)
    return
  }
  const readItems = readItemIds()
  // Marks that cannot be transferred are lost: they are only marks.
  for (let at = 0; at < readItems.length; at += MARKED_AT_ONCE_MAX)
    await call("Feed/MarkRead", { itemIds: readItems.slice(at, at + MARKED_AT_ONCE_MAX), read: true }, { silent: true })
  await mergeSaved()
  clearGuestFollows()
  toast("success", translatorOf<FollowWords>(locale, words)("follow.success"))
  await refreshFollows()
}

/** The guest's saved items are in a cookie that only the server reads. */
const mergeSaved = async (): Promise<void> => {
  if (document.querySelector(`${MERGE_DIALOG} [data-saved]`) === null) return
  // If it fails, the page of saved items offers it again.
  await fetch(paths.reading("mergesaved"), { method: "POST", redirect: "manual" }).catch(() => {})
}

/** As features/reader/readMarks.ts stores them; importing it would add a request to every page. */
const readItemIds = (): ReadonlyArray<string> => {
  try {
    const found: unknown = JSON.parse(localStorage.getItem("quire:read") ?? "[]")
    return Array.isArray(found) ? found.filter((id): id is string => typeof id === "string") : []
  } catch {
    return []
  }
}

const clearGuestFollows = (): void => {
  $guestFollows.set([])
  for (const key of [FOLLOW_LIST_KEY, FOLLOW_MIRROR_KEY]) localStorage.removeItem(key)
  writeCookie(COOKIES.follows, "", 0)
  writeCookie(COOKIES.followsBy, "", 0)
}

/** Shows changes that other browsers of the same person make. */
const watchAccountFollows = (): void => {
  let shownIndex = Number(document.documentElement.dataset["follows"] ?? 0)
  onLiveUpdate("follows", (mark) => {
    const index = Number(mark)
    if (index <= shownIndex) return
    shownIndex = index
    void Promise.all([refreshFollows(), refreshNewsfeed()])
    // Hydrates the group manager (client:interact), which then shows the loaded list.
    document.querySelector(".follows")?.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }))
  })
}

/** Replaces the personal newsfeed on the page, unless the focus is in it. */
const refreshNewsfeed = async (): Promise<void> => {
  const shown = document.querySelector<HTMLElement>("[data-personal=newsfeed]")
  if (shown === null) return
  try {
    const response = await fetch(location.href)
    const page = new DOMParser().parseFromString(await response.text(), "text/html")
    const fresh = page.querySelector("[data-personal=newsfeed]")
    if (fresh === null || shown.contains(document.activeElement)) return
    shown.replaceChildren(...fresh.childNodes)
  } catch {
    // The next change or page load shows it.
  }
}
