import { GUEST_GROUPS_MAX } from "#contract/follows"
import { type Decide, decided, groupsOf, placeholderOf, refused } from "./GuestFollows.ts"
import { cleanGroupName, groupNameRefusal } from "./groupName.ts"

/** Makes a group without feeds. */
export const createGroup =
  (text: string): Decide =>
  (items) => {
    const name = cleanGroupName(text)
    if (groupsOf(items).length >= GUEST_GROUPS_MAX) return refused("follow.limit.groups")
    const refusal = groupNameRefusal(items, name)
    return refusal === undefined ? decided([...items, placeholderOf(name)]) : refused(refusal)
  }
