import { ACCOUNT_FEEDS_MAX, ACCOUNT_GROUPS_MAX, type FollowedFeed, type UserGroup } from "#contract/follows"
import type { FollowLimits, GuestFollows } from "./GuestFollows.ts"
import { placeholderOf } from "./GuestFollows.ts"

/** Whether the page was rendered for a signed-in person. Pages say so once for all their scripts. */
export const isMember = (): boolean =>
  typeof document !== "undefined" && document.documentElement.dataset["member"] !== undefined

export const ACCOUNT_LIMITS: FollowLimits = { feeds: ACCOUNT_FEEDS_MAX, groups: ACCOUNT_GROUPS_MAX }

/** What an account follows, as the server knows it; fails where the server cannot be asked. */
export interface AccountFollows {
  readonly items: GuestFollows
  readonly userGroup: UserGroup
}

/** Asks for what the account follows. In the background and silent: nobody did anything that could fail. */
export const loadAccount = async (): Promise<AccountFollows> => {
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
  const response = await fetch(`/api/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return ((await response.json()) as { readonly data: Data }).data
}
