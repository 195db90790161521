import { GROUP_NAME_LENGTH_MAX, GUEST_FEEDS_MAX, GUEST_GROUPS_MAX, type GuestFollowItem } from "#contract/follows"
import { blankFeed, type GuestFollows, isPlaceholder, placeholderOf } from "./GuestFollows.ts"

const ITEMS_MAX = GUEST_FEEDS_MAX + GUEST_GROUPS_MAX

/**
 * Decodes the list in local storage. People, extensions and older versions may have written it, so invalid items are left
 * out, and of two items for one feed the first is used.
 */
export const decodeFollows = (text: string): GuestFollows => {
  const seen = new Set<string>()
  return rowsIn(text).flatMap((row) => {
    const item = itemIn(row)
    const key = item === undefined ? "" : isPlaceholder(item) ? ` ${item.groupName}` : item.feedId
    if (item === undefined || seen.has(key)) return []
    seen.add(key)
    return [item]
  })
}

const rowsIn = (text: string): ReadonlyArray<unknown> => {
  try {
    const found: unknown = JSON.parse(text)
    return Array.isArray(found) ? found.slice(0, ITEMS_MAX) : []
  } catch {
    return []
  }
}

const itemIn = (row: unknown): GuestFollowItem | undefined => {
  if (typeof row !== "object" || row === null) return undefined
  const field = (name: string): unknown => (row as Readonly<Record<string, unknown>>)[name]
  const text = (name: string) => (typeof field(name) === "string" ? (field(name) as string) : "")
  const number = (name: string) => (typeof field(name) === "number" ? (field(name) as number) : null)
  const groupName = text("groupName").slice(0, GROUP_NAME_LENGTH_MAX)
  const feedId = text("feedId")
  if (feedId === "") return groupName === "" ? undefined : placeholderOf(groupName)
  const tags = field("tags")
  return {
    ...blankFeed(feedId),
    code: text("code"),
    contentType: text("contentType"),
    description: text("description"),
    iconUrl: text("iconUrl"),
    lastUpdated: number("lastUpdated"),
    recentUpdate: number("recentUpdate"),
    subsribers: number("subsribers") ?? 0,
    tags: Array.isArray(tags) ? tags.filter((tag): tag is string => typeof tag === "string") : [],
    title: text("title"),
    url: text("url"),
    follow: true,
    groupName,
  }
}
