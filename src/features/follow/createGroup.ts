import { cleanGroupName } from "#contract/follows"
import { type Decide, decided, GUEST_LIMITS, groupsOf, placeholderOf, refused } from "./GuestFollows.ts"
import { groupNameRefusal } from "./groupName.ts"

/** Makes a group without feeds. */
export const createGroup =
  (text: string): Decide =>
  (items, limits = GUEST_LIMITS) => {
    const name = cleanGroupName(text)
    if (groupsOf(items).length >= limits.groups) return refused("follow.limit.groups")
    const refusal = groupNameRefusal(items, name)
    return refusal === undefined ? decided([...items, placeholderOf(name)]) : refused(refusal)
  }
