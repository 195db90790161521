import {
  type Decide,
  decided,
  groupsOf,
  isPlaceholder,
  NO_GROUP,
  refused,
  withItem,
  withoutFeed,
} from "./GuestFollows.ts"

/** Puts a followed feed into another group, or into none. The group that it leaves remains. */
export const moveToGroup =
  (feedId: string, groupName: string): Decide =>
  (items) => {
    if (groupName !== NO_GROUP && !groupsOf(items).includes(groupName)) return refused("groups.unknown")
    const item = items.find((each) => !isPlaceholder(each) && each.feedId === feedId)
    if (item === undefined || item.groupName === groupName) return decided(items)
    return decided(withItem(withoutFeed(items, feedId), { ...item, groupName }))
  }
