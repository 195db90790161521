import { FRESH_CODE_PREFIX } from "#contract/accounts"
import { writeCookie } from "../../lib/browserCookies.ts"
import { COOKIES } from "../../lib/cookies.ts"
import { CACHES } from "../../lib/offline.ts"
import { FOLLOW_LIST_KEY, FOLLOW_MIRROR_KEY, MERGE_ANSWERED, USER_GROUP_KEY } from "./storageKeys.ts"

/** The user code of the member who opened this browser's last page. */
const PERSON_KEY = "quire:person"

/**
 * Local storage that must not remain for the next person; without it, the news poll stops. Some keys are repeated here as
 * literals: importing their modules would add a request to every page.
 */
const PERSONAL_KEYS = [
  FOLLOW_LIST_KEY,
  FOLLOW_MIRROR_KEY,
  USER_GROUP_KEY,
  MERGE_ANSWERED,
  "quire:read",
  "quire:news-on",
  "quire:news",
  "quire:screen",
  "quire:balance",
  "quire:subscriptions",
  "quire:reading-time",
  "quire:kyc",
]

/** Key prefixes of the guide (lib/stores/guide.ts) and of chat. */
const PERSONAL_PREFIXES = ["quire:guide:", "quire:chat", "quire:compose:"]
/** Unsent messages (features/chat/outbox/outboxStore.ts). */
const CHAT_DATABASE = "quire-chat"

/**
 * Stores who is signed in. If that is a different person or no one, deletes the previous person's data in this browser,
 * including guest follows.
 */
export const clearPreviousPerson = (): void => {
  const now = document.documentElement.dataset["member"] ?? null
  try {
    const before = localStorage.getItem(PERSON_KEY)
    if (before === now) return
    if (before !== null && !hasChosenCode(before, now)) clearPersonData()
    if (now === null) localStorage.removeItem(PERSON_KEY)
    else localStorage.setItem(PERSON_KEY, now)
  } catch {
    // Without storage there is nothing to clear.
  }
}

/** A new account's generated code is replaced by the chosen one: still the same person. */
const hasChosenCode = (before: string, now: string | null): boolean =>
  now !== null && before.startsWith(FRESH_CODE_PREFIX) && !now.startsWith(FRESH_CODE_PREFIX)

const clearPersonData = (): void => {
  // Offline pages belong to the person who visited them.
  for (const name of [CACHES.items, CACHES.pages]) void globalThis.caches?.delete(name)
  for (const key of PERSONAL_KEYS) localStorage.removeItem(key)
  for (const key of Object.keys(localStorage))
    if (PERSONAL_PREFIXES.some((begin) => key.startsWith(begin))) localStorage.removeItem(key)
  indexedDB.deleteDatabase(CHAT_DATABASE)
  writeCookie(COOKIES.follows, "", 0)
  writeCookie(COOKIES.followsBy, "", 0)
}
