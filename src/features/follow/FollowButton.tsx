import { useState } from "react"
import type { FollowableFeed } from "#contract/follows"
import type { WordsOf } from "../../i18n/index.ts"
import type { Locale } from "../../i18n/locales.ts"
import { translatorOf } from "../../i18n/translate.ts"
import { FollowForm } from "./FollowForm.tsx"
import { toggleFollow } from "./toggleFollow.ts"
import { useFollowed } from "./useFollows.ts"

interface Props {
  readonly feed: FollowableFeed
  /** As the server knew it when it rendered the page. */
  readonly followed: boolean
  readonly locale: Locale
  readonly words: WordsOf<"follow">
  readonly from: string
}

/** Follows a feed or ends the follow. Every button of the feed, in every tab, shows the same. */
export function FollowButton({ feed, followed: known, locale, words, from }: Props) {
  const t = translatorOf<WordsOf<"follow">>(locale, words)
  const followed = useFollowed(feed.feedId, known)
  const label = t(followed ? "follow.unfollow" : "follow.follow")
  const [busy, setBusy] = useState(false)
  const toggle = () => {
    setBusy(true)
    void toggleFollow(feed, followed, t).finally(() => setBusy(false))
  }
  return (
    <FollowForm
      feedId={feed.feedId}
      followed={followed}
      label={label}
      name={t("follow.named", { action: label, title: feed.title })}
      from={from}
      busy={busy}
      onToggle={toggle}
    />
  )
}
