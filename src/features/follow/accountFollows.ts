import type { FollowedFeed, UserGroup } from "#contract/follows"
import { apiPost } from "../../lib/apiFetch.ts"
import type { GuestFollows } from "./GuestFollows.ts"
import { placeholderOf } from "./GuestFollows.ts"

/** Whether the page was rendered for a signed-in person. */
export const isMemberPage = (): boolean =>
  typeof document !== "undefined" && document.documentElement.dataset["member"] !== undefined

export interface AccountFollows {
  readonly items: GuestFollows
  readonly userGroup: UserGroup
}

/** Loads the account's follows in the background. Rejects if the server cannot be reached. */
export const loadAccountFollows = async (): Promise<AccountFollows> => {
  const [list, userGroup] = await Promise.all([
    post<{ readonly feeds: ReadonlyArray<FollowedFeed> }>("Feed/FollowList"),
    post<UserGroup>("UserGroup/LoadUserGroup"),
  ])
  const inGroup = Map.groupBy(list.feeds, ({ groupName }) => groupName)
  const names = [...new Set(userGroup.groupData.map(({ groupName }) => groupName))]
  const items = [...names, ""].flatMap((name) => inGroup.get(name) ?? (name === "" ? [] : [placeholderOf(name)]))
  return { items, userGroup }
}

const post = async <Data>(path: string): Promise<Data> => {
  const response = await apiPost(path)
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return ((await response.json()) as { readonly data: Data }).data
}
