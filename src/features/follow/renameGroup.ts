import { cleanGroupName } from "#contract/follows"
import { type Decide, decided, groupsOf, refused } from "./GuestFollows.ts"
import { groupNameRefusal } from "./groupName.ts"

/** Changes the name of a group on all its items. */
export const renameGroup =
  (from: string, text: string): Decide =>
  (items) => {
    const to = cleanGroupName(text)
    if (!groupsOf(items).includes(from)) return refused("groups.unknown")
    const refusal = groupNameRefusal(items, to, from)
    if (refusal !== undefined) return refused(refusal)
    return decided(items.map((item) => (item.groupName === from ? { ...item, groupName: to } : item)))
  }
