import type { PreviewItem } from "#contract/feeds"
import type { Translate } from "../../i18n/translate.ts"
import type { Format } from "../../lib/format.ts"
import { paths } from "../../lib/paths.ts"
import { hasMoreTag, isLocked } from "./isLocked.ts"
import type { DrawerWords } from "./words.ts"

interface Props {
  readonly item: PreviewItem
  readonly format: Format
  readonly now: Date
  readonly t: Translate<DrawerWords>
}

const PREMIUM_LEVEL = 3

/** One recent item. What its reader may not see is locked, and says for whom it is. */
export function PreviewRow({ item, format, now, t }: Props) {
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
