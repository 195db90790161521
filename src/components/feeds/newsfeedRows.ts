import { toggleInQuery, withQuery } from "../../lib/query.ts"
import type { Newsfeed } from "./readNewsfeed.ts"
import { sourceLabel } from "./sourceLabel.ts"

/** The rail shows all feeds of readers with so few, otherwise those of the chosen group. */
const ALL_FEEDS_MAX = 60
const GROUP_FEEDS_MAX = 200

type Choice = {
  readonly group: string | null
  readonly only: string | null
  /** Whether a saved search is shown instead. */
  readonly isSearch?: boolean
}

/** Rows of the rail: everything, each group with its feeds, then the feeds without a group. */
export const groupRows = (
  t: App.Locals["t"],
  url: URL,
  { groups, total }: Newsfeed,
  { group, only, isSearch = false }: Choice,
) => {
  const showsAll = groups.reduce((sum, { feeds }) => sum + feeds.length, 0) <= ALL_FEEDS_MAX
  const feedRows = ({ name, feeds }: Newsfeed["groups"][number]) =>
    !showsAll && name !== group && !feeds.some(({ feedId }) => feedId === only)
      ? []
      : feeds.slice(0, GROUP_FEEDS_MAX).map(({ feedId, title, count, isMore }) => ({
          label: title,
          count,
          isMore,
          href: withQuery(url, { group: undefined, only: feedId }),
          current: only === feedId,
          isPart: true,
        }))
  const named = groups.filter(({ name }) => name !== "")
  return [
    {
      label: t("feed.groups.all"),
      ...total,
      href: withQuery(url, { group: undefined, only: undefined }),
      current: group === null && only === null && !isSearch,
    },
    ...named.flatMap((each) => [
      {
        label: each.name,
        count: each.count,
        isMore: each.isMore,
        href: withQuery(url, { group: each.name, only: undefined }),
        current: group === each.name && only === null,
      },
      ...feedRows(each),
    ]),
    ...groups.filter(({ name }) => name === "").flatMap(feedRows),
  ]
}

/** Rows of the sources that the list can be limited to. */
export const sourceRows = (t: App.Locals["t"], url: URL, { sources }: Newsfeed) => {
  const chosen = url.searchParams.getAll("source")
  return [
    {
      label: t("filter.all"),
      count: sources.reduce((sum, { count }) => sum + count, 0),
      isMore: sources.some(({ isMore }) => isMore),
      href: withQuery(url, { source: undefined }),
      current: chosen.length === 0,
    },
    ...sources.map(({ source, count, isMore }) => ({
      label: sourceLabel(t, source),
      count,
      isMore,
      href: toggleInQuery(url, "source", source),
      current: chosen.includes(source),
    })),
  ]
}
