import type { PreviewItem } from "#contract/feeds"
import type { Translate } from "../../i18n/translate.ts"
import type { Format } from "../../lib/format.ts"
import { paths } from "../../lib/paths.ts"
import { hasMoreTag, isLocked } from "./isLocked.ts"
import { loadPreview } from "./loadPreview.ts"
import type { DrawerWords, PreviewState } from "./state.ts"

interface Props {
  readonly preview: PreviewState
  readonly format: Format
  readonly now: Date
  readonly t: Translate<DrawerWords>
}

/** The items, or the state of loading, empty or failed. */
export function PreviewList({ preview: { status, feed, items, hasMore }, format, now, t }: Props) {
  const isUnavailable = items.length === 0 && (status === "failed" || (feed !== undefined && feed.failure !== null))
  if (isUnavailable && status !== "loading") return <Unavailable t={t} />
  return (
    <>
      {items.length > 0 && (
        <ul className="plain" aria-label={t("drawer.recent")}>
          {items.map((item) => (
            <PreviewRow key={item.id} item={item} format={format} now={now} t={t} />
          ))}
        </ul>
      )}
      {status === "loading" && (
        <div className="drawer-wait" role="status" aria-label={t("drawer.loading")}>
          <div className="spinner" />
        </div>
      )}
      {status === "ready" && items.length === 0 && (
        <div className="state">
          <strong>{t("drawer.empty")}</strong>
        </div>
      )}
      {status === "failed" && <Unavailable t={t} />}
      {status === "ready" && hasMore && (
        <p className="drawer-older needs-script">
          <button className="button" type="button" onClick={() => void loadPreview()}>
            {t("drawer.older")}
          </button>
        </p>
      )}
    </>
  )
}

function Unavailable({ t }: Pick<Props, "t">) {
  return (
    <div className="state" role="alert">
      <p>{t("drawer.failed")}</p>
      <button className="button needs-script" type="button" onClick={() => void loadPreview()}>
        {t("drawer.retry")}
      </button>
    </div>
  )
}

interface RowProps extends Pick<Props, "format" | "now" | "t"> {
  readonly item: PreviewItem
}

const PREMIUM_LEVEL = 3

/** A recent item. One that the reader may not see is locked and says who may see it. */
function PreviewRow({ item, format, now, t }: RowProps) {
  const updated = new Date(item.updated)
  const href = paths.newsDetail(item.id)
  const lang = item.languageCode === "" || item.languageCode === t.locale ? undefined : item.languageCode
  const locked = isLocked(item)
  return (
    <li className="drawer-row" data-item={item.id}>
      <p className="drawer-facts">
        <time dateTime={updated.toISOString()} title={format.dateTime(updated)}>
          {format.relative(updated, now)}
        </time>
        {hasMoreTag(item) && !locked && (
          <a className="drawer-more" href={href} aria-label={`${t("drawer.more")}: ${item.title}`}>
            {t("drawer.more")}
          </a>
        )}
      </p>
      <h3 lang={lang}>
        <a href={href}>{format.stamped(item.title)}</a>
      </h3>
      {locked ? (
        <div className="drawer-locked">
          <strong>{t("drawer.locked")}</strong>
          <p>{t(item.levelId >= PREMIUM_LEVEL ? "drawer.locked.premium" : "drawer.locked.subscribers")}</p>
        </div>
      ) : (
        item.description !== "" && <p lang={lang}>{format.stamped(item.description)}</p>
      )}
      {item.imageUrl !== "" && !locked && (
        <img
          className="drawer-pic"
          src={item.imageUrl}
          alt=""
          width="120"
          height="90"
          loading="lazy"
          decoding="async"
        />
      )}
    </li>
  )
}
