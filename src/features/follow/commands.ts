import {
  checkGroupName,
  checkNewFeed,
  checkNewGroup,
  cleanGroupName,
  FOLLOWED,
  type FollowableFeed,
  GUEST_LIMITS,
  isSameGroupName,
  UNFOLLOWED,
} from "#contract/follows"
import type { AnyCall } from "../../api/calls.ts"
import {
  blankFeed,
  type Decide,
  type Decision,
  feedsOf,
  type GuestFollows,
  groupsOf,
  isFollowed,
  isPlaceholder,
  itemOf,
  NO_GROUP,
  placeholderOf,
  withItem,
  withoutFeed,
} from "./GuestFollows.ts"

const accept = (items: GuestFollows): Decision => ({ items })
const hasGroup = (items: GuestFollows, name: string): boolean => groupsOf(items).includes(name)

/** Follows a feed, in a group or in none; a new group is created. A feed that is already followed stays where it is. */
export const followFeed =
  (feed: FollowableFeed, groupName = NO_GROUP): Decide =>
  (items, limits = GUEST_LIMITS) => {
    if (isFollowed(items, feed.feedId)) return accept(items)
    const groups = groupsOf(items)
    const known = groupName === NO_GROUP ? NO_GROUP : groups.find((name) => isSameGroupName(name, groupName))
    const refusal =
      checkNewFeed(feedsOf(items).length, limits) ??
      (known === undefined ? checkNewGroup(groupName, groups, limits) : undefined)
    return refusal === undefined ? accept(withItem(items, itemOf(feed, known ?? groupName))) : { refusal }
  }

/** Ends a follow. The last feed of a group leaves a placeholder, so that the group remains. */
export const unfollowFeed =
  (feedId: string): Decide =>
  (items) =>
    accept(withoutFeed(items, feedId))

/** Creates a group without feeds. */
export const createGroup =
  (text: string): Decide =>
  (items, limits = GUEST_LIMITS) => {
    const name = cleanGroupName(text)
    const refusal = checkNewGroup(name, groupsOf(items), limits)
    return refusal === undefined ? accept([...items, placeholderOf(name)]) : { refusal }
  }

/** Renames a group on all its items. */
export const renameGroup =
  (from: string, text: string): Decide =>
  (items) => {
    const name = cleanGroupName(text)
    if (!hasGroup(items, from)) return { refusal: "groups.unknown" }
    const others = groupsOf(items).filter((other) => other !== from)
    const refusal = checkGroupName(name, others)
    if (refusal !== undefined) return { refusal }
    return accept(items.map((item) => (item.groupName === from ? { ...item, groupName: name } : item)))
  }

/** Deletes a group. Its feeds are no longer followed, or with `keepsFeeds` are in no group. */
export const deleteGroup =
  (groupName: string, keepsFeeds = false): Decide =>
  (items) => {
    if (!hasGroup(items, groupName)) return { refusal: "groups.unknown" }
    const others = items.filter((item) => item.groupName !== groupName)
    const own = feedsOf(items).filter((item) => item.groupName === groupName)
    return accept(keepsFeeds ? [...others, ...own.map((item) => ({ ...item, groupName: NO_GROUP }))] : others)
  }

/** Moves a followed feed into a group, or out of all groups. The group that it leaves remains. */
export const moveToGroup =
  (feedId: string, groupName: string): Decide =>
  (items) => {
    if (groupName !== NO_GROUP && !hasGroup(items, groupName)) return { refusal: "groups.unknown" }
    const item = items.find((each) => !isPlaceholder(each) && each.feedId === feedId)
    if (item === undefined || item.groupName === groupName) return accept(items)
    return accept(withItem(withoutFeed(items, feedId), { ...item, groupName }))
  }

/** Ends all follows and deletes all groups. */
export const clearFollows = (): Decide => () => accept([])

/** A change of follows: the decision on the list, and the call for an account. */
export interface FollowCommand {
  readonly decide: Decide
  /** Absent if only guests can do it. */
  readonly call?: AnyCall
}

export const createGroupCommand = (groupName: string): FollowCommand => ({
  decide: createGroup(groupName),
  call: { path: "UserGroup/CreateGroup", payload: { groupName } },
})

/** FormData in a browser, URLSearchParams on the server. */
interface Fields {
  get(name: string): unknown
}

/** The commands of forms, by the last segment of the path that they post to without scripts. */
export const FORM_COMMANDS = {
  follow: (form) => followCommand(blankFeed(field(form, "feedId"))),
  unfollow: (form) => unfollowCommand(field(form, "feedId")),
  creategroup: (form) => createGroupCommand(field(form, "name")),
  renamegroup: (form) => {
    const [groupName, newName] = [field(form, "group"), field(form, "name")]
    const payload = { groupName, newName }
    return { decide: renameGroup(groupName, newName), call: { path: "UserGroup/UpdateGroupName", payload } }
  },
  deletegroup: (form) => {
    const [groupName, keepsFeeds] = [field(form, "group"), form.get("unfollow") === null]
    const payload = { groupName, keepsFeeds }
    return { decide: deleteGroup(groupName, keepsFeeds), call: { path: "UserGroup/DeleteUserGroup", payload } }
  },
  clear: () => ({ decide: clearFollows() }),
  move: (form) => moveCommand(field(form, "feedId"), field(form, "group")),
} as const satisfies Readonly<Record<string, (form: Fields) => FollowCommand>>

export type FormAction = keyof typeof FORM_COMMANDS
export const isFormAction = (text: string | undefined): text is FormAction =>
  text !== undefined && Object.hasOwn(FORM_COMMANDS, text)

export const followCommand = (feed: FollowableFeed, groupName = NO_GROUP): FollowCommand => ({
  decide: followFeed(feed, groupName),
  call: updateFollow(feed.feedId, FOLLOWED, groupName),
})
export const unfollowCommand = (feedId: string): FollowCommand => ({
  decide: unfollowFeed(feedId),
  call: updateFollow(feedId, UNFOLLOWED),
})
export const moveCommand = (feedId: string, groupName: string): FollowCommand => ({
  decide: moveToGroup(feedId, groupName),
  call: { path: "UserGroup/UpdateGroup", payload: { groupName, feedIds: [feedId] } },
})

const updateFollow = (
  feedId: string,
  followStatusId: typeof FOLLOWED | typeof UNFOLLOWED,
  groupName = NO_GROUP,
): AnyCall => ({
  path: "Feed/UpdateFollow",
  payload: { feed: { id: feedId }, followStatusId, feedId, ...(groupName === NO_GROUP ? {} : { groupName }) },
})

const field = (form: Fields, name: string): string => {
  const value = form.get(name)
  return typeof value === "string" ? value : ""
}
