import { type SubmitEvent, useState } from "react"
import type { FollowableFeed } from "#contract/follows"
import type { WordsOf } from "../../i18n/index.ts"
import type { Locale } from "../../i18n/locales.ts"
import { translatorOf } from "../../i18n/translate.ts"
import { paths } from "../../lib/paths.ts"
import { toggleFollow } from "./toggleFollow.ts"
import { useFollowed } from "./useFollows.ts"

interface Props {
  readonly feed: FollowableFeed
  /** As the server rendered it. */
  readonly followed: boolean
  readonly locale: Locale
  readonly words: WordsOf<"follow">
  /** The page to return to without scripts. */
  readonly from: string
  /** The preview drawer, where the specification fixes the label "unFollow". */
  readonly isInDrawer?: boolean
}

/** Follows or unfollows a feed. All buttons of a feed, in all tabs, show the same state. Without scripts it posts a form. */
export function FollowButton({ feed, followed: rendered, locale, words, from, isInDrawer = false }: Props) {
  const t = translatorOf<WordsOf<"follow">>(locale, words)
  const followed = useFollowed(feed.feedId, rendered)
  const label = t(followed ? (isInDrawer ? "follow.unfollow.drawer" : "follow.unfollow") : "follow.follow")
  const [busy, setBusy] = useState(false)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    void toggleFollow(feed, followed, t).finally(() => setBusy(false))
  }
  return (
    <form
      className="follow-form"
      method="post"
      action={paths.guest(followed ? "unfollow" : "follow")}
      onSubmit={submit}
    >
      <input type="hidden" name="feedId" value={feed.feedId} />
      <input type="hidden" name="from" value={from} />
      <button
        className="button"
        type="submit"
        data-tone={followed ? "quiet" : undefined}
        data-follow={feed.feedId}
        data-followed={followed}
        aria-label={t("follow.named", { action: label, title: feed.title })}
        aria-busy={busy || undefined}
      >
        {label}
      </button>
    </form>
  )
}
