import { persistentAtom } from "@nanostores/persistent"
import { atom } from "nanostores"
import type { UserGroup } from "#contract/follows"
import { writeCookie } from "../../lib/browserCookies.ts"
import { COOKIES, ONE_YEAR_S } from "../../lib/cookies.ts"
import { isMemberPage } from "./accountFollows.ts"
import { toFollowsCookie } from "./cookieMirror.ts"
import { decodeFollows } from "./decodeFollows.ts"
import { feedsOf, type GuestFollows, groupsOf } from "./GuestFollows.ts"
import { FOLLOW_LIST_KEY, FOLLOW_MIRROR_KEY, USER_GROUP_KEY } from "./storageKeys.ts"

/** The value of a member's list until it has been loaded; compared by identity. */
export const NOT_LOADED: GuestFollows = []

/** The guest's follows in this browser: kept in local storage and shared by all tabs. */
export const $guestFollows = persistentAtom<GuestFollows>(FOLLOW_LIST_KEY, [], {
  encode: JSON.stringify,
  decode: decodeFollows,
})

/** The reader's follows: the account's for members, otherwise the guest's. */
export const $followList = isMemberPage() ? atom<GuestFollows>(NOT_LOADED) : $guestFollows

export const $userGroup = persistentAtom<UserGroup>(
  USER_GROUP_KEY,
  { groupData: [], feedListData: [], loadData: false },
  { encode: JSON.stringify, decode: (text) => JSON.parse(text) },
)

/** Saves a guest's follows and mirrors them to the cookie. False, and nothing changed, if local storage is full. */
export const saveGuestFollows = (items: GuestFollows): boolean => {
  if (items === $guestFollows.get()) return true
  const cookie = toFollowsCookie(items)
  try {
    $guestFollows.set(items)
    $userGroup.set(userGroupOf(items))
    localStorage.setItem(FOLLOW_MIRROR_KEY, cookie)
  } catch {
    return false
  }
  writeCookie(COOKIES.follows, cookie, cookie === "" ? 0 : ONE_YEAR_S)
  writeCookie(COOKIES.followsBy, "", 0)
  return true
}

/** A guest's groups have no ids: the name is the id. */
const userGroupOf = (items: GuestFollows): UserGroup => ({
  groupData: groupsOf(items).flatMap((groupName) =>
    items
      .filter((item) => item.groupName === groupName)
      .map(({ feedId }) => ({ feedId, groupId: groupName, groupName })),
  ),
  feedListData: feedsOf(items).map(({ id, feedId, title, url }) => ({ id, feedId, feedName: title, link: url })),
  loadData: true,
})
