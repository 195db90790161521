import { FRESH_CODE_PREFIX } from "#contract/accounts"
import { COOKIES } from "../../lib/cookies.ts"
import { keepCookie } from "../../lib/keepCookie.ts"
import { CACHES } from "../../lib/offline.ts"
import { FOLLOW_LIST_KEY, FOLLOW_MIRROR_KEY, MERGE_ANSWERED, USER_GROUP_KEY } from "./keys.ts"

/** Who was signed in when this browser opened its last page. */
const PERSON_KEY = "quire:person"

/**
 * What a person leaves behind in a browser that the next one is not to find; the poll for news ends with it. Some by their
 * names alone: a module that also this code needed would cost every page a request more.
 */
const LEFT = [
  FOLLOW_LIST_KEY,
  FOLLOW_MIRROR_KEY,
  USER_GROUP_KEY,
  MERGE_ANSWERED,
  "quire:read",
  "quire:news-on",
  "quire:news",
  "quire:screen",
  "quire:balance",
]

/** What begins the names of what guided somebody through the product (lib/stores/guide.ts), and of what chat keeps. */
const LEFT_BEGIN = ["quire:guide:", "quire:chat"]
/** Messages that were not sent yet (features/chat/outbox/outboxStore.ts). */
const CHAT_DATABASE = "quire-chat"

/**
 * Notes who is signed in. Where somebody was and is no longer, however their session ended, what this browser kept of
 * them is cleared, the guest's follows among it.
 */
export const notePerson = (): void => {
  const now = document.documentElement.dataset["member"] ?? null
  try {
    const before = localStorage.getItem(PERSON_KEY)
    if (before === now) return
    if (before !== null && !hasChosenCode(before, now)) forgetPerson()
    if (now === null) localStorage.removeItem(PERSON_KEY)
    else localStorage.setItem(PERSON_KEY, now)
  } catch {
    // A browser that keeps nothing has nothing to clear.
  }
}

/** A fresh account's code is replaced by the one that its person chooses: that is still the same person. */
const hasChosenCode = (before: string, now: string | null): boolean =>
  now !== null && before.startsWith(FRESH_CODE_PREFIX) && !now.startsWith(FRESH_CODE_PREFIX)

const forgetPerson = (): void => {
  // Pages that were kept for reading without a network are their person's.
  for (const name of [CACHES.items, CACHES.pages]) void globalThis.caches?.delete(name)
  for (const key of LEFT) localStorage.removeItem(key)
  for (const key of Object.keys(localStorage))
    if (LEFT_BEGIN.some((begin) => key.startsWith(begin))) localStorage.removeItem(key)
  indexedDB.deleteDatabase(CHAT_DATABASE)
  keepCookie(COOKIES.follows, "", 0)
  keepCookie(COOKIES.followsBy, "", 0)
}
