import { persistentAtom } from "@nanostores/persistent"
import { COOKIES, ONE_YEAR_S } from "../../lib/cookies.ts"
import { keepCookie } from "../../lib/keepCookie.ts"
import { decodeFollows } from "./decodeFollows.ts"
import type { Decide, FollowRefusal, GuestFollows } from "./GuestFollows.ts"
import { FOLLOW_LIST_KEY, FOLLOW_MIRROR_KEY, USER_GROUP_KEY } from "./keys.ts"
import { cookieOf } from "./mirror.ts"
import { NO_USER_GROUP, type UserGroup, userGroupOf } from "./userGroup.ts"

/** What this browser follows: restored from local storage, the same in every tab. */
export const $followList = persistentAtom<GuestFollows>(FOLLOW_LIST_KEY, [], {
  encode: JSON.stringify,
  decode: decodeFollows,
})

export const $userGroup = persistentAtom<UserGroup>(USER_GROUP_KEY, NO_USER_GROUP, {
  encode: JSON.stringify,
  decode: (text) => JSON.parse(text),
})

/** Changes the follows if they may be so. Answers why not: a limit, or a browser that refuses to keep them. */
export const carryOut = (decide: Decide): FollowRefusal | "follow.unkept" | undefined => {
  const decision = decide($followList.get())
  if ("refusal" in decision) return decision.refusal
  return keep(decision.items) ? undefined : "follow.unkept"
}

/** Keeps the follows here and tells the server by the cookie. False where the storage is full; then nothing changed. */
export const keep = (items: GuestFollows): boolean => {
  if (items === $followList.get()) return true
  const cookie = cookieOf(items)
  try {
    $followList.set(items)
    $userGroup.set(userGroupOf(items))
    localStorage.setItem(FOLLOW_MIRROR_KEY, cookie)
  } catch {
    return false
  }
  keepCookie(COOKIES.follows, cookie, cookie === "" ? 0 : ONE_YEAR_S)
  keepCookie(COOKIES.followsBy, "", 0)
  return true
}
