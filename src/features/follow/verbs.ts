import { FOLLOWED, UNFOLLOWED } from "#contract/follows"
import type { AnyCall } from "../../api/calls.ts"
import { clearFollows } from "./clearFollows.ts"
import { createGroup } from "./createGroup.ts"
import { deleteGroup } from "./deleteGroup.ts"
import { followFeed } from "./followFeed.ts"
import { blankFeed, type Decide } from "./GuestFollows.ts"
import { moveToGroup } from "./moveToGroup.ts"
import { renameGroup } from "./renameGroup.ts"
import { unfollowFeed } from "./unfollowFeed.ts"

/** A change of the follows: what becomes of the list, and the call that has an account do the same. */
export interface Command {
  readonly decide: Decide
  /** Without one it is a guest's alone. */
  readonly call?: AnyCall
}

/** What a form of FormData or of a posted body answers. */
interface Fields {
  get(name: string): unknown
}

/** What a form about follows asks for, by the last part of the address that it posts to without scripts. */
export const VERBS = {
  follow: (form) => {
    const feedId = field(form, "feedId")
    return { decide: followFeed(blankFeed(feedId)), call: followCall(feedId, FOLLOWED) }
  },
  unfollow: (form) => {
    const feedId = field(form, "feedId")
    return { decide: unfollowFeed(feedId), call: followCall(feedId, UNFOLLOWED) }
  },
  creategroup: (form) => {
    const groupName = field(form, "name")
    return { decide: createGroup(groupName), call: { path: "UserGroup/CreateGroup", payload: { groupName } } }
  },
  renamegroup: (form) => {
    const [groupName, newName] = [field(form, "group"), field(form, "name")]
    const payload = { groupName, newName }
    return { decide: renameGroup(groupName, newName), call: { path: "UserGroup/UpdateGroupName", payload } }
  },
  deletegroup: (form) => {
    const groupName = field(form, "group")
    return { decide: deleteGroup(groupName), call: { path: "UserGroup/DeleteUserGroup", payload: { groupName } } }
  },
  clear: () => ({ decide: clearFollows() }),
  move: (form) => moveCommand(field(form, "feedId"), field(form, "group")),
} as const satisfies Readonly<Record<string, (form: Fields) => Command>>
export type FollowVerb = keyof typeof VERBS

export const isVerb = (text: string | undefined): text is FollowVerb => text !== undefined && Object.hasOwn(VERBS, text)

/** Puts a feed into a group, or into none. */
export const moveCommand = (feedId: string, groupName: string): Command => ({
  decide: moveToGroup(feedId, groupName),
  call: { path: "UserGroup/UpdateGroup", payload: { groupName, feedIds: [feedId] } },
})

/** The change of one follow: 2 follows, 1 ends it; in a group that is made if need be. */
export const followCall = (
  feedId: string,
  followStatusId: typeof FOLLOWED | typeof UNFOLLOWED,
  groupName = "",
): AnyCall => ({
  path: "Feed/UpdateFollow",
  payload: { feed: { id: feedId }, followStatusId, feedId, ...(groupName === "" ? {} : { groupName }) },
})

const field = (form: Fields, name: string): string => {
  const value = form.get(name)
  return typeof value === "string" ? value : ""
}
