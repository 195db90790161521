import type { FollowableFeed } from "#contract/follows"
import type { WordsOf } from "../../i18n/index.ts"
import type { Translate } from "../../i18n/translate.ts"
import { moveCommand } from "./commands.ts"
import { dispatch } from "./dispatch.ts"
import { type GuestFollows, groupsOf, NO_GROUP } from "./GuestFollows.ts"
import { useFollows } from "./useFollows.ts"

interface Props {
  readonly feed: Pick<FollowableFeed, "feedId" | "title">
  readonly t: Translate<WordsOf<"follow">>
}

const NONE: GuestFollows = []

/** The group of a followed feed, for readers who have groups. Choosing another one moves the feed at once. */
export function GroupSelect({ feed: { feedId, title }, t }: Props) {
  const follows = useFollows(NONE)
  const groups = groupsOf(follows)
  const item = follows.find((each) => each.feedId === feedId)
  if (item === undefined || groups.length === 0) return null
  return (
    <select
      className="field"
      aria-label={t("follow.group", { title })}
      value={item.groupName}
      onChange={({ target }) => void dispatch(moveCommand(feedId, target.value))}
    >
      {[NO_GROUP, ...groups].map((name) => (
        <option key={name} value={name}>
          {name || t("follow.group.none")}
        </option>
      ))}
    </select>
  )
}
