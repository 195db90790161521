import { FOLLOWED, type FollowableFeed, UNFOLLOWED } from "#contract/follows"
import type { WordsOf } from "../../i18n/index.ts"
import type { Translate } from "../../i18n/translate.ts"
import { toast } from "../../lib/toast.ts"
import { isMember } from "./account.ts"
import { carryOut, type Refused } from "./carryOut.ts"
import { followFeed } from "./followFeed.ts"
import { isEmpty } from "./GuestFollows.ts"
import { isLimit, limitText } from "./limitText.ts"
import { $followList } from "./store.ts"
import { unfollowFeed } from "./unfollowFeed.ts"
import { followCall } from "./verbs.ts"

/** The dialog that stands on every page with follow buttons (components/feeds/FirstFollow.astro). */
const FIRST_FOLLOW = "#first-follow"

type T = Translate<WordsOf<"follow">>

/** Follows a feed, or ends the follow if its button says that it is followed, and says how that went. */
export const toggleFollow = async (feed: FollowableFeed, ends: boolean, t: T): Promise<void> => {
  const wasEmpty = isEmpty($followList.get())
  const refusal = await carryOut(
    ends
      ? { decide: unfollowFeed(feed.feedId), call: followCall(feed.feedId, UNFOLLOWED) }
      : { decide: followFeed(feed), call: followCall(feed.feedId, FOLLOWED) },
  )
  if (refusal !== undefined) {
    sayRefusal(refusal, t)
    return
  }
  toast("success", t("follow.success"))
  if (!ends && wasEmpty && !isMember()) document.querySelector<HTMLDialogElement>(FIRST_FOLLOW)?.showModal()
}

/** A limit is no error: the product works as it should. */
const sayRefusal = (refusal: Refused, t: T): void => {
  if (refusal === "follow.unkept") toast("error", t(refusal))
  else if (isLimit(refusal)) toast("info", limitText(refusal, t))
}
