import { GROUP_NAME_LENGTH_MAX, isSameGroupName } from "#contract/follows"
import { type FollowRefusal, type GuestFollows, groupsOf } from "./GuestFollows.ts"

/** Why a group may not be called so, if it may not. Two names that differ by letter case alone would be mixed up. */
export const groupNameRefusal = (items: GuestFollows, name: string, own?: string): FollowRefusal | undefined => {
  if (name === "") return "groups.name.missing"
  if (name.length > GROUP_NAME_LENGTH_MAX) return "groups.name.long"
  const taken = groupsOf(items).some((other) => other !== own && isSameGroupName(other, name))
  return taken ? "groups.name.taken" : undefined
}
