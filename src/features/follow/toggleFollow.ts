import type { FollowableFeed } from "#contract/follows"
import type { WordsOf } from "../../i18n/index.ts"
import type { Translate } from "../../i18n/translate.ts"
import { toast } from "../../lib/toast.ts"
import { followFeed } from "./followFeed.ts"
import { type FollowRefusal, isEmpty, isFollowed } from "./GuestFollows.ts"
import { $followList, carryOut } from "./store.ts"
import { unfollowFeed } from "./unfollowFeed.ts"

/** The dialog that stands on every page with follow buttons (components/feeds/FirstFollow.astro). */
const FIRST_FOLLOW = "#first-follow"

type T = Translate<WordsOf<"follow">>

/** Follows a feed, or ends the follow, and says how that went. */
export const toggleFollow = (feed: FollowableFeed, t: T): void => {
  const items = $followList.get()
  const ends = isFollowed(items, feed.feedId)
  const refusal = carryOut(ends ? unfollowFeed(feed.feedId) : followFeed(feed))
  if (refusal !== undefined) {
    sayRefusal(refusal, t)
    return
  }
  toast("success", t("follow.success"))
  if (!ends && isEmpty(items)) document.querySelector<HTMLDialogElement>(FIRST_FOLLOW)?.showModal()
}

/** A limit is no error: the product works as it should. */
const sayRefusal = (refusal: FollowRefusal | "follow.unkept", t: T): void => {
  if (refusal === "follow.unkept") toast("error", t(refusal))
  else if (refusal === "follow.limit.feeds" || refusal === "follow.limit.groups") toast("info", t(refusal))
}
