import type { GuestFollowItem } from "#contract/follows"
import type { Locale } from "../../i18n/locales.ts"
import { translatorOf } from "../../i18n/translate.ts"
import { paths } from "../../lib/paths.ts"
import { FollowButton } from "./FollowButton.tsx"
import { NO_GROUP } from "./GuestFollows.ts"
import { GuestForm } from "./GuestForm.tsx"
import { MoveForm } from "./MoveForm.tsx"
import { carry, useDropPlace } from "./useDropPlace.ts"
import type { ManagerWords } from "./words.ts"

interface Props {
  /** Empty for the feeds that are in no group. */
  readonly name: string
  readonly feeds: ReadonlyArray<GuestFollowItem>
  readonly groups: ReadonlyArray<string>
  readonly locale: Locale
  readonly words: ManagerWords
  readonly from: string
}

/** One group with its feeds, and what can be done with it. */
export function GroupSection({ name, feeds, groups, locale, words, from }: Props) {
  const t = translatorOf<ManagerWords>(locale, words)
  const shared = { from, locale, words }
  const title = name === NO_GROUP ? t("groups.none") : name
  const { isOver, ...place } = useDropPlace(name)
  return (
    <section className="group" aria-label={title} data-over={isOver || undefined} {...place}>
      <div className="group-head">
        <h2>{title}</h2>
        {name !== NO_GROUP && (
          <>
            <a className="button" href={paths.group(name)} aria-label={t("groups.read", { name })}>
              {t("groups.open")}
            </a>
            <details className="ask">
              <summary className="button" aria-label={t("groups.renamed", { name })}>
                {t("groups.rename")}
              </summary>
              <GuestForm verb="renamegroup" {...shared}>
                <input type="hidden" name="group" value={name} />
                <label>
                  {t("groups.name")}
                  <input className="field" name="name" defaultValue={name} maxLength={40} required autoComplete="off" />
                </label>
                <button className="button" data-tone="solid" type="submit">
                  {t("groups.save")}
                </button>
              </GuestForm>
            </details>
            <details className="ask">
              <summary className="button" data-tone="quiet" aria-label={t("groups.deleted", { name })}>
                {t("groups.delete")}
              </summary>
              <GuestForm verb="deletegroup" {...shared}>
                <input type="hidden" name="group" value={name} />
                <p>{t("groups.delete.ask", { name })}</p>
                <button className="button" data-tone="solid" type="submit">
                  {t("groups.delete")}
                </button>
              </GuestForm>
            </details>
          </>
        )}
      </div>
      {feeds.length === 0 ? (
        <p className="group-empty">{t("groups.empty")}</p>
      ) : (
        <ul className="plain">
          {feeds.map((feed) => (
            <li key={feed.feedId} draggable={groups.length > 0} onDragStart={(event) => carry(event, feed.feedId)}>
              <FeedPicture feed={feed} />
              <a href={paths.feed(feed.feedId)} data-preview={feed.feedId}>
                {feed.title || feed.feedId}
              </a>
              {groups.length > 0 && <MoveForm feed={feed} groups={groups} {...shared} />}
              <FollowButton feed={feed} followed {...shared} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function FeedPicture({ feed }: { readonly feed: GuestFollowItem }) {
  if (feed.iconUrl === "")
    return (
      <span className="feed-icon" data-size="medium" aria-hidden="true">
        {(feed.title || "·").charAt(0).toLocaleUpperCase()}
      </span>
    )
  return (
    <img
      draggable={false}
      className="feed-icon"
      data-size="medium"
      src={feed.iconUrl}
      alt=""
      width="36"
      height="36"
      loading="lazy"
    />
  )
}
