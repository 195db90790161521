import { type Decide, decided, groupsOf, refused } from "./GuestFollows.ts"

/** Removes a group with all its items: its feeds are no longer followed. */
export const deleteGroup =
  (groupName: string): Decide =>
  (items) =>
    groupsOf(items).includes(groupName)
      ? decided(items.filter((item) => item.groupName !== groupName))
      : refused("groups.unknown")
