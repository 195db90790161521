import type { Locale } from "../../i18n/locales.ts"
import { translatorOf } from "../../i18n/translate.ts"
import { FollowsForm } from "./FollowsForm.tsx"
import { GroupSection } from "./GroupSection.tsx"
import { feedsOf, type GuestFollows, groupsOf, isPlaceholder, NO_GROUP } from "./GuestFollows.ts"
import "./manager.css"
import { useFollows } from "./useFollows.ts"
import type { ManagerWords } from "./words.ts"

interface Props {
  /** As the server rendered them. */
  readonly known: GuestFollows
  readonly locale: Locale
  readonly words: ManagerWords
  readonly from: string
  /** Whether the follows are an account's: it has other limits, and no button clears it. */
  readonly member?: boolean
}

/** All follows by group, with forms to create, rename and delete groups, to move and unfollow feeds, and to clear everything. */
export function FollowsManager({ known, locale, words, from, member = false }: Props) {
  const t = translatorOf<ManagerWords>(locale, words)
  const items = useFollows(known)
  const groups = groupsOf(items)
  const ungrouped = items.filter(({ groupName }) => groupName === NO_GROUP)
  const shared = { groups, locale, words, from }
  return (
    <div className="follows">
      <p className="follows-count">
        <span>{t(member ? "groups.all.feeds" : "groups.count.feeds", { count: feedsOf(items).length })}</span>
        <span>{t(member ? "groups.all.groups" : "groups.count.groups", { count: groups.length })}</span>
      </p>
      <FollowsForm action="creategroup" from={from} words={words} locale={locale}>
        <label>
          {t("groups.new")}
          <input
            className="field"
            name="name"
            maxLength={40}
            placeholder={t("groups.name")}
            required
            autoComplete="off"
          />
        </label>
        <button className="button" type="submit">
          {t("groups.create")}
        </button>
      </FollowsForm>
      {groups.length > 0 && <p className="follows-hint">{t("groups.drag")}</p>}
      {groups.map((name) => (
        <GroupSection
          key={name}
          name={name}
          feeds={items.filter((item) => item.groupName === name && !isPlaceholder(item))}
          {...shared}
        />
      ))}
      {(ungrouped.length > 0 || groups.length > 0) && <GroupSection name={NO_GROUP} feeds={ungrouped} {...shared} />}
      {items.length > 0 && !member && (
        <details className="ask">
          <summary className="button" data-tone="quiet">
            {t("groups.clear")}
          </summary>
          <FollowsForm action="clear" from={from} words={words} locale={locale}>
            <p>{t("groups.clear.ask")}</p>
            <button className="button" data-tone="solid" type="submit">
              {t("groups.clear")}
            </button>
          </FollowsForm>
        </details>
      )}
    </div>
  )
}
