import { ACCOUNT_LIMITS, type FollowableFeed } from "#contract/follows"
import type { WordsOf } from "../../i18n/index.ts"
import type { Translate } from "../../i18n/translate.ts"
import { toast } from "../../lib/toast.ts"
import { undoToast } from "../../lib/undoToast.ts"
import { isMemberPage } from "./accountFollows.ts"
import { followCommand, unfollowCommand } from "./commands.ts"
import { dispatch } from "./dispatch.ts"
import { isEmpty } from "./GuestFollows.ts"
import { $followList } from "./store.ts"

/** The dialog on every page with follow buttons (components/feeds/FirstFollow.astro). */
const FIRST_FOLLOW = "#first-follow"

type T = Translate<WordsOf<"follow">>
type LimitKey = "follow.limit.feeds" | "follow.limit.groups"

/** Follows a feed, or unfollows it if its button shows it as followed, and reports the result. */
export const toggleFollow = async (feed: FollowableFeed, isFollowed: boolean, t: T): Promise<void> => {
  const wasEmpty = isEmpty($followList.get())
  const before = $followList.get().find(({ feedId }) => feedId === feed.feedId)
  const refusal = await dispatch(isFollowed ? unfollowCommand(feed.feedId) : followCommand(feed))
  if (refusal === undefined) {
    if (isFollowed)
      undoToast(t("follow.success"), t("follow.undo"), () => dispatch(followCommand(before ?? feed, before?.groupName)))
    else toast("success", t("follow.success"))
    if (!isFollowed && wasEmpty && !isMemberPage()) document.querySelector<HTMLDialogElement>(FIRST_FOLLOW)?.showModal()
  } else if (refusal === "follow.unkept") toast("error", t(refusal))
  // A limit is not an error: the product works as intended.
  else if (isLimit(refusal)) toast("info", limitText(refusal, t))
}

/** The text of a limit: the specification's for guests, one with the number for accounts. */
export const limitText = (limit: LimitKey, t: T): string => {
  if (!isMemberPage()) return t(limit)
  return limit === "follow.limit.feeds"
    ? t("follow.most.feeds", { count: ACCOUNT_LIMITS.feeds })
    : t("follow.most.groups", { count: ACCOUNT_LIMITS.groups })
}
export const isLimit = (key: string): key is LimitKey => key.startsWith("follow.limit.")
