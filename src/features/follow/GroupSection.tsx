import { type ChangeEvent, type DragEvent, type MouseEvent, useRef, useState } from "react"
import type { GuestFollowItem } from "#contract/follows"
import type { Locale } from "../../i18n/locales.ts"
import { translatorOf } from "../../i18n/translate.ts"
import { paths } from "../../lib/paths.ts"
import { moveCommand } from "./commands.ts"
import { dispatch } from "./dispatch.ts"
import { FollowButton } from "./FollowButton.tsx"
import { FollowsForm } from "./FollowsForm.tsx"
import { NO_GROUP } from "./GuestFollows.ts"
import type { ManagerWords } from "./words.ts"

interface Props {
  /** Empty for feeds in no group. */
  readonly name: string
  readonly feeds: ReadonlyArray<GuestFollowItem>
  readonly groups: ReadonlyArray<string>
  readonly locale: Locale
  readonly words: ManagerWords
  readonly from: string
}

/** One group with its feeds and the forms to change it. */
export function GroupSection({ name, feeds, groups, locale, words, from }: Props) {
  const t = translatorOf<ManagerWords>(locale, words)
  const shared = { from, locale, words }
  const title = name === NO_GROUP ? t("groups.none") : name
  const { isOver, ...place } = useDropTarget(name)
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
              <FollowsForm action="renamegroup" {...shared}>
                <input type="hidden" name="group" value={name} />
                <label>
                  {t("groups.name")}
                  <input className="field" name="name" defaultValue={name} maxLength={40} required autoComplete="off" />
                </label>
                <button className="button" data-tone="solid" type="submit">
                  {t("groups.save")}
                </button>
              </FollowsForm>
            </details>
            <details className="ask">
              <summary className="button" data-tone="quiet" aria-label={t("groups.deleted", { name })}>
                {t("groups.delete")}
              </summary>
              <FollowsForm action="deletegroup" {...shared}>
                <input type="hidden" name="group" value={name} />
                <p>{t("groups.delete.ask", { name })}</p>
                {feeds.length > 0 && (
                  <label className="choice">
                    <input type="checkbox" name="unfollow" />
                    {t("groups.delete.unfollow")}
                  </label>
                )}
                <button className="button" data-tone="danger" type="submit">
                  {t("groups.delete")}
                </button>
                <a className="button" href={from} onClick={closeQuestion}>
                  {t("groups.cancel")}
                </a>
              </FollowsForm>
            </details>
          </>
        )}
      </div>
      {feeds.length === 0 ? (
        <p className="group-empty">{t("groups.empty")}</p>
      ) : (
        <ul className="plain">
          {feeds.map((feed) => (
            <li key={feed.feedId} draggable={groups.length > 0} onDragStart={(event) => startDrag(event, feed.feedId)}>
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

interface MoveProps {
  readonly feed: GuestFollowItem
  readonly groups: ReadonlyArray<string>
  readonly locale: Locale
  readonly words: ManagerWords
  readonly from: string
}

/**
 * Moves a feed to another group by a select alone. With the keyboard it moves when the select is left, because arrow keys
 * change the selection at every step. The button is for pages without scripts.
 */
function MoveForm({ feed, groups, locale, words, from }: MoveProps) {
  const t = translatorOf<ManagerWords>(locale, words)
  const isByKey = useRef(false)
  const submit = ({ currentTarget }: { readonly currentTarget: HTMLSelectElement }) => {
    if (currentTarget.value !== feed.groupName) currentTarget.form?.requestSubmit()
  }
  return (
    <FollowsForm className="move" action="move" from={from} locale={locale} words={words}>
      <input type="hidden" name="feedId" value={feed.feedId} />
      <select
        className="field"
        name="group"
        key={feed.groupName}
        defaultValue={feed.groupName}
        aria-label={t("groups.move", { title: feed.title })}
        onKeyDown={() => {
          isByKey.current = true
        }}
        onPointerDown={() => {
          isByKey.current = false
        }}
        onChange={(event: ChangeEvent<HTMLSelectElement>) => {
          if (!isByKey.current) submit(event)
        }}
        onBlur={submit}
      >
        {[NO_GROUP, ...groups].map((name) => (
          <option key={name} value={name}>
            {name === NO_GROUP ? t("groups.none") : name}
          </option>
        ))}
      </select>
      <button className="button only-plain" type="submit">
        {t("groups.moving")}
      </button>
    </FollowsForm>
  )
}

/** Closes the question that a link is in, which without scripts loads the page again. */
const closeQuestion = (event: MouseEvent<HTMLAnchorElement>): void => {
  event.preventDefault()
  const question = event.currentTarget.closest("details")
  if (question === null) return
  question.open = false
  question.querySelector("summary")?.focus()
}

/** The drag type of a feed, so that dropping anything else on a group does nothing. */
const FEED_DRAG_TYPE = "application/x-quire-feed"

/** Starts dragging a feed. Without a mouse, the select beside it does the same. */
const startDrag = ({ dataTransfer }: DragEvent, feedId: string): void => {
  dataTransfer.setData(FEED_DRAG_TYPE, feedId)
  dataTransfer.effectAllowed = "move"
}

/** Makes a group a drop target for feeds; `isOver` while a feed is dragged over it. */
const useDropTarget = (groupName: string) => {
  const [isOver, setOver] = useState(false)
  const isFeed = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(FEED_DRAG_TYPE)
  return {
    isOver,
    onDragOver: (event: DragEvent) => {
      if (!isFeed(event)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = "move"
      setOver(true)
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      setOver(false)
      const feedId = event.dataTransfer.getData(FEED_DRAG_TYPE)
      if (feedId === "") return
      event.preventDefault()
      void dispatch(moveCommand(feedId, groupName))
    },
  }
}
