import { feedsOf, type GuestFollows, groupsOf } from "./GuestFollows.ts"

/** A person's groups as the specification's user group store has them. For a guest they follow from the follow list. */
export interface UserGroup {
  readonly groupData: ReadonlyArray<{ readonly feedId: string; readonly groupId: string; readonly groupName: string }>
  readonly feedListData: ReadonlyArray<FeedInList>
  /** Whether the two lists hold what is followed, or nothing was loaded yet. */
  readonly loadData: boolean
}

export interface FeedInList {
  readonly id: string
  readonly feedId: string
  readonly feedName: string
  readonly link: string
}

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
