import type { GuestFollowItem } from "#contract/follows"
import type { Locale } from "../../i18n/locales.ts"
import { translatorOf } from "../../i18n/translate.ts"
import { NO_GROUP } from "./GuestFollows.ts"
import { GuestForm } from "./GuestForm.tsx"
import type { ManagerWords } from "./words.ts"

interface Props {
  readonly feed: GuestFollowItem
  readonly groups: ReadonlyArray<string>
  readonly locale: Locale
  readonly words: ManagerWords
  readonly from: string
}

/** The group of a feed, as a choice among all of them. The button stands for those whose keyboards choose by walking. */
export function MoveForm({ feed, groups, locale, words, from }: Props) {
  const t = translatorOf<ManagerWords>(locale, words)
  return (
    <GuestForm className="move" verb="move" from={from} locale={locale} words={words}>
      <input type="hidden" name="feedId" value={feed.feedId} />
      <select
        className="field"
        name="group"
        key={feed.groupName}
        defaultValue={feed.groupName}
        aria-label={t("groups.move", { title: feed.title })}
      >
        {[NO_GROUP, ...groups].map((name) => (
          <option key={name} value={name}>
            {name === NO_GROUP ? t("groups.none") : name}
          </option>
        ))}
      </select>
      <button className="button" type="submit">
        {t("groups.moving")}
      </button>
    </GuestForm>
  )
}
