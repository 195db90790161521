import { POST_LEVEL } from "#contract/publishing"
import type { ListedItem } from "#projections/feeds"
import { imageUrl } from "#src/web/images/imageUrl.ts"
import { previewLinks } from "../../features/drawer/previewAddress.ts"
import { foldRows } from "../../lib/expandable.ts"
import { attribute, Html, html } from "../../lib/html.ts"
import { memoise } from "../../lib/memoise.ts"
import { paths } from "../../lib/paths.ts"
import type { Density } from "../../lib/preferences.ts"
import { ARTWORK_WIDTH, enqueueButtons } from "../player/enqueue.ts"
import { icon } from "../ui/icon.ts"
import { type Card, type CardState, cachedCard } from "./cachedCard.ts"
import { feedIcon } from "./feedIcon.ts"
import { actionWriter } from "./itemActions.ts"
import { langOf } from "./language.ts"
import { sourceLabel } from "./sourceLabel.ts"

/** Properties shared by all items of a list. */
export interface ItemView extends Pick<App.Locals, "t" | "locale" | "format"> {
  /** The page's address, for links to previews. */
  readonly url: URL
  readonly now: Date
  /** False on the page of a single feed. */
  readonly showFeed: boolean
  /** Items that a guest has saved; a member's come with the items. */
  readonly saved?: ReadonlySet<string> | undefined
  readonly density?: Density
  /** Whether items have buttons that mark and save them (MarkForm.astro). */
  readonly hasActions?: boolean
}

/** Replaces title and summary, for example by highlighted ones. */
export interface SaidWords {
  readonly title?: Html
  readonly summary?: Html | null
}

/** Twice the displayed 152 CSS pixels, rounded up. */
const PICTURE_WIDTH = 320
/** Pictures on the first desktop screen load eagerly, the others lazily. */
const EAGER = 2
const TAGS_MAX = 4
/** Rows of 22 characters: as much as two lines show on a wide screen. */
const SUMMARY_ROWS_MAX = 8
const FEEDS_MAX = 100

/**
 * Renders items of a list: source, time, headline, two lines of text, picture, tags. A string and not a
 * component: fifty components took a fifth of the page's time.
 *
 * @returns the markup of an item at an index on the page, as UTF-8 in pieces
 */
export const itemWriter = (view: ItemView) => {
  const { t, locale, format, url, now, showFeed, saved, density = "cards", hasActions = false } = view
  const actionsOf = hasActions ? actionWriter(t) : undefined
  const preview = previewLinks(url)
  const wasRead = html`<span class="was-read visually-hidden"> · ${t("feed.read")}</span>`

  // Many items of a page are from the same few feeds.
  const feeds = memoise<Html>(FEEDS_MAX)
  const feedOf = ({ feedId, feedTitle, feedIconUrl }: ListedItem, lang: Html) =>
    feeds(
      feedId + lang.text,
      () => html`
        ${feedIcon({ iconUrl: feedIconUrl, title: feedTitle, size: "small" })}
        <a href="${HOLE}" data-preview="${feedId}"${lang}>${feedTitle}</a>`,
    )

  /** Only podcasts: most videos play on the pages of their hosts, which tell no one that they ended. */
  const enqueueOf = (
    { itemId, title, feedTitle, feedIconUrl, imageUrl: picture, language }: ListedItem,
    href: string,
  ) => {
    const lang = langOf(language, locale)
    const image = imageUrl(picture ?? feedIconUrl, ARTWORK_WIDTH)
    return enqueueButtons(t, { key: itemId, title, feed: feedTitle, ...(lang && { lang }), href, image })
  }

  const metaOf = (item: ListedItem, { kind, href, lang }: Written) => html`
    <p class="meta">
      ${kind && html`<a class="button" href="${href}&play#media" aria-label="${t(`feed.${kind}`)}: ${item.title}">${icon("play", 14)}${t(`feed.${kind}`)}</a>`}
      ${kind === "play" && enqueueOf(item, href)}
      ${item.tags.slice(0, TAGS_MAX).map((tag) => html`<span class="tag"${lang}>${tag.replace(/^#+/, "")}</span>`)}
      ${item.alsoIn.length > 0 && html`<a class="also" href="${href}#also">${t("feed.also", { count: item.alsoIn.length })}</a>`}
    </p>`

  /** The markup of an item but for the link to its feed's preview and for its time, which differ between pages. */
  const cardOf = (item: ListedItem, { isRead, isSaved, isFirst, isEager }: CardState, said: SaidWords): Card => {
    const isTitle = density === "titles"
    const summary = isTitle
      ? undefined
      : said.summary === undefined
        ? item.summary && foldRows(format.stamped(item.summary), SUMMARY_ROWS_MAX)
        : said.summary
    const kind = KINDS[item.contentType]
    const href = paths.newsDetail(item.itemId)
    const lang = attribute("lang", langOf(item.language, locale))
    const level = LEVELS[item.levelId]
    const length = item.durationSeconds === null ? undefined : format.duration(item.durationSeconds)
    const picture = imageUrl(item.imageUrl, PICTURE_WIDTH)
    const hasPicture = !isTitle && (picture !== null || (kind === "watch" && length !== undefined))
    const hasMeta = !isTitle && (kind !== undefined || item.tags.length > 0 || item.alsoIn.length > 0)
    const [beforePreview = NO_BYTES, beforeTime = NO_BYTES, rest = NO_BYTES] = html`
      <article class="item" data-item="${item.itemId}"${isRead && READ}>
        <p class="src">
          ${showFeed && feedOf(item, lang)}
          ${kind && html`<span>${sourceLabel(t, item.source)}</span>`}
          ${level && html`<span class="level" data-level="${item.levelId}">${t(level)}</span>`}
          <time datetime="${new Date(item.updatedMs).toISOString()}" ${HOLE}</time>
        </p>
        <h3${lang}><a href="${href}">${said.title ?? format.stamped(item.title)}</a>${wasRead}</h3>
        ${summary && html`<p class="summary"${lang}>${summary}</p>`}
        ${hasPicture && pictureOf({ href, picture, length, isEager })}
        ${hasMeta && metaOf(item, { kind, href, lang })}
        ${actionsOf?.(item, { isRead, isSaved, isFirst })}
      </article>`.text
      .split(HOLE.text)
      .map((part) => Buffer.from(part))
    return showFeed
      ? { beforePreview, beforeTime, rest }
      : { beforePreview: NO_BYTES, beforeTime: beforePreview, rest: beforeTime }
  }

  const variant = `${locale} ${density} ${Number(showFeed)}${Number(hasActions)}`

  return (item: ListedItem, place: number, said?: SaidWords): ReadonlyArray<Uint8Array> => {
    const state = {
      // A guest's marks are in the browser.
      isRead: item.isRead === true,
      isSaved: (item.isSaved ?? saved?.has(item.itemId)) === true,
      isFirst: place === 0,
      isEager: place < EAGER,
    }
    const card =
      said === undefined
        ? cachedCard(item, variant, state, () => cardOf(item, state, NOTHING_SAID))
        : cardOf(item, state, said)
    const published = new Date(item.updatedMs)
    const time = html`title="${format.dateTime(published)}">${format.relative(published, now)}`.text
    const link = showFeed ? html`${preview(item.feedId)}`.text : ""
    return [card.beforePreview, Buffer.from(link), card.beforeTime, Buffer.from(time), card.rest]
  }
}

const NOTHING_SAID: SaidWords = {}
const NO_BYTES = new Uint8Array()
/** Stands where a page adds its own; no text of a publisher contains it, because markup in texts is escaped. */
const HOLE = new Html("<>")

/** The action on playable items. */
const KINDS: Readonly<Record<string, "play" | "watch">> = { podcast: "play", video: "watch" }

/** The label of an item for subscribers or premium subscribers; none for items for everyone. */
const LEVELS: Readonly<Record<number, "posts.level.2" | "posts.level.3">> = {
  [POST_LEVEL.subscribers]: "posts.level.2",
  [POST_LEVEL.premium]: "posts.level.3",
}

interface Written {
  readonly kind: "play" | "watch" | undefined
  readonly href: string
  readonly lang: Html
}

interface Picture {
  readonly href: string
  readonly picture: string | null
  readonly length: string | undefined
  readonly isEager: boolean
}

/** The headline is the same link, so this one is hidden from keyboards and screen readers. */
const pictureOf = ({ href, picture, length, isEager }: Picture): Html => html`
  <a class="pic" href="${href}" tabindex="-1" aria-hidden="true">
    ${picture !== null && html`<img src="${picture}" width="152" height="114" alt=""${isEager ? AT_ONCE : LATER} decoding="async">`}
    ${length && html`<span class="len">${length}</span>`}
  </a>`

const READ = attribute("data-read", "")
const AT_ONCE = html` loading="eager" fetchpriority="high"`
const LATER = attribute("loading", "lazy")
