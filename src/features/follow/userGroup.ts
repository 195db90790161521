import type { UserGroup } from "#contract/follows"
import { feedsOf, type GuestFollows, groupsOf } from "./GuestFollows.ts"

export const NO_USER_GROUP: UserGroup = { groupData: [], feedListData: [], loadData: false }

/** A guest's groups have no ids of their own: a group is its name. */
export const userGroupOf = (items: GuestFollows): UserGroup => ({
  groupData: groupsOf(items).flatMap((groupName) =>
    items
      .filter((item) => item.groupName === groupName)
      .map(({ feedId }) => ({ feedId, groupId: groupName, groupName })),
  ),
  feedListData: feedsOf(items).map(({ id, feedId, title, url }) => ({ id, feedId, feedName: title, link: url })),
  loadData: true,
})
