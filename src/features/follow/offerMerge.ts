import { MARKED_AT_ONCE_MAX, MERGED_ITEMS_MAX } from "#contract/follows"
import { translatorOf } from "../../i18n/translate.ts"
import { makeCall } from "../../lib/call.ts"
import { COOKIES } from "../../lib/cookies.ts"
import { keepCookie } from "../../lib/keepCookie.ts"
import { toast } from "../../lib/toast.ts"
import { refresh } from "./carryOut.ts"
import type { GuestFollows } from "./GuestFollows.ts"
import { FOLLOW_LIST_KEY, FOLLOW_MIRROR_KEY, MERGE_ANSWERED } from "./keys.ts"
import { type FollowWords, pageWords } from "./pageWords.ts"
import { $guestFollows } from "./store.ts"

/** The dialog that stands on every member's page with follow buttons (components/feeds/MergeFollows.astro). */
const DIALOG = "#merge-follows"

/**
 * Asks once after signing in whether what this browser follows without an account is to be added to it. Yes merges it and
 * clears the local copy; anything else leaves both as they are, until logging out drops the local one.
 */
export const offerMerge = (): void => {
  const dialog = document.querySelector<HTMLDialogElement>(DIALOG)
  const items = $guestFollows.get()
  if (dialog === null || items.length === 0 || isAnswered()) return
  dialog.addEventListener(
    "close",
    () => {
      keepAnswer()
      if (dialog.returnValue === "yes") void merge(items)
    },
    { once: true },
  )
  const open = document.querySelector<HTMLDialogElement>("dialog[open]")
  // What must be answered first stands in front.
  if (open === null) dialog.showModal()
  else open.addEventListener("close", () => dialog.showModal(), { once: true })
}

const merge = async (items: GuestFollows): Promise<void> => {
  const { locale, words } = pageWords()
  const call = makeCall(locale, words)
  const feeds = items
    .slice(0, MERGED_ITEMS_MAX)
    .map(({ id, feedId, groupName }) => ({ id, feedId: id === "" ? "" : feedId, groupName }))
  const answer = await call("Feed/InitFollow", { feeds })
  if (!answer.ok) {
    forgetAnswer()
    return
  }
  await mergeRead()
  clearGuest()
  toast("success", translatorOf<FollowWords>(locale, words)("follow.success"))
  await refresh()
}

/** What was read here counts for the account as well. Marks that cannot be brought over are lost: they are no more than marks. */
const mergeRead = async (): Promise<void> => {
  const { locale, words } = pageWords()
  const ids = readIds()
  const call = makeCall(locale, words)
  for (let at = 0; at < ids.length; at += MARKED_AT_ONCE_MAX)
    await call("Feed/MarkRead", { itemIds: ids.slice(at, at + MARKED_AT_ONCE_MAX), read: true }, { silent: true })
}

/** As readMarks.ts keeps them, whose code the page has already. */
const readIds = (): ReadonlyArray<string> => {
  try {
    const found: unknown = JSON.parse(localStorage.getItem("quire:read") ?? "[]")
    return Array.isArray(found) ? found.filter((id): id is string => typeof id === "string") : []
  } catch {
    return []
  }
}

const clearGuest = (): void => {
  $guestFollows.set([])
  for (const key of [FOLLOW_LIST_KEY, FOLLOW_MIRROR_KEY]) localStorage.removeItem(key)
  keepCookie(COOKIES.follows, "", 0)
  keepCookie(COOKIES.followsBy, "", 0)
}

const isAnswered = (): boolean => localStorage.getItem(MERGE_ANSWERED) !== null
const keepAnswer = (): void => localStorage.setItem(MERGE_ANSWERED, "")
const forgetAnswer = (): void => localStorage.removeItem(MERGE_ANSWERED)
