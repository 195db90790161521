import { persistentAtom } from "@nanostores/persistent"
import { atom } from "nanostores"
import type { UserGroup } from "#contract/follows"
import { COOKIES, ONE_YEAR_S } from "../../lib/cookies.ts"
import { keepCookie } from "../../lib/keepCookie.ts"
import { isMember } from "./account.ts"
import { decodeFollows } from "./decodeFollows.ts"
import type { GuestFollows } from "./GuestFollows.ts"
import { FOLLOW_LIST_KEY, FOLLOW_MIRROR_KEY, USER_GROUP_KEY } from "./keys.ts"
import { cookieOf } from "./mirror.ts"
import { NO_USER_GROUP, userGroupOf } from "./userGroup.ts"

/** What the follows are taken for until they are known: of an account, until the server was asked. */
export const NOT_YET: GuestFollows = []

/** What this browser follows without an account: restored from local storage, the same in every tab. */
export const $guestFollows = persistentAtom<GuestFollows>(FOLLOW_LIST_KEY, [], {
  encode: JSON.stringify,
  decode: decodeFollows,
})

/** What the reader follows: the account's for a member, else what this browser keeps. */
export const $followList = isMember() ? atom<GuestFollows>(NOT_YET) : $guestFollows

export const $userGroup = persistentAtom<UserGroup>(USER_GROUP_KEY, NO_USER_GROUP, {
  encode: JSON.stringify,
  decode: (text) => JSON.parse(text),
})

/** Keeps a guest's follows here and tells the server by the cookie. False where the storage is full; then nothing changed. */
export const keep = (items: GuestFollows): boolean => {
  if (items === $guestFollows.get()) return true
  const cookie = cookieOf(items)
  try {
    $guestFollows.set(items)
    $userGroup.set(userGroupOf(items))
    localStorage.setItem(FOLLOW_MIRROR_KEY, cookie)
  } catch {
    return false
  }
  keepCookie(COOKIES.follows, cookie, cookie === "" ? 0 : ONE_YEAR_S)
  keepCookie(COOKIES.followsBy, "", 0)
  return true
}
