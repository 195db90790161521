import type { Translate } from "../../i18n/translate.ts"
import type { Format } from "../../lib/format.ts"
import { loadPreview } from "./loadPreview.ts"
import { PreviewRow } from "./PreviewRow.tsx"
import type { PreviewState } from "./state.ts"
import type { DrawerWords } from "./words.ts"

interface Props {
  readonly preview: PreviewState
  readonly format: Format
  readonly now: Date
  readonly t: Translate<DrawerWords>
}

/** The items with what stands for them while they load, when there are none and when they cannot be had. */
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
