import type { FollowableFeed } from "#contract/follows"
import type { WordsOf } from "../../i18n/index.ts"
import type { Translate } from "../../i18n/translate.ts"
import { moveCommand } from "./commands.ts"
import { dispatch } from "./dispatch.ts"
import { groupsOf, NO_GROUP } from "./GuestFollows.ts"
import { $followList } from "./store.ts"

/** Offers the reader's groups beside the button of a feed that was just followed, until it is unfollowed again. */
export const offerGroups = (
  form: HTMLFormElement,
  { feedId, title }: FollowableFeed,
  t: Translate<WordsOf<"follow">>,
) => {
  form.querySelector("select")?.remove()
  const items = $followList.get()
  const groups = groupsOf(items)
  const item = items.find((each) => each.feedId === feedId)
  if (groups.length === 0 || item === undefined) return
  const select = document.createElement("select")
  select.className = "field"
  select.ariaLabel = t("follow.group", { title })
  for (const name of [NO_GROUP, ...groups]) select.append(new Option(name || t("follow.group.none"), name))
  select.value = item.groupName
  select.addEventListener("change", () => void dispatch(moveCommand(feedId, select.value)))
  form.append(select)
}
