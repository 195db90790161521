import { type SubmitEvent, useId, useState } from "react"
import type { FollowableFeed } from "#contract/follows"
import type { WordsOf } from "../../i18n/index.ts"
import type { Locale } from "../../i18n/locales.ts"
import { translatorOf } from "../../i18n/translate.ts"
import { type Envelope, makeCall } from "../../lib/call.ts"
import { paths } from "../../lib/paths.ts"
import { dispatch, retryWhileLimited } from "./dispatch.ts"
import { type ImportedList, type ImportOutcome, importFollows } from "./importFollows.ts"

type ImportTexts = WordsOf<"opml"> & WordsOf<"call">

interface Props {
  readonly locale: Locale
  readonly words: ImportTexts
}

type Progress =
  | { readonly kind: "idle" }
  | { readonly kind: "reading" }
  | { readonly kind: "adding"; readonly done: number; readonly total: number }
  | { readonly kind: "done"; readonly outcome: ImportOutcome }
  | { readonly kind: "refused"; readonly message: string }

/** Imports a feed list from a file. With scripts it shows progress; without, the server adds all feeds at once. */
export function OpmlImport({ locale, words }: Props) {
  const t = translatorOf<ImportTexts>(locale, words)
  const id = useId()
  const [progress, setProgress] = useState<Progress>({ kind: "idle" })
  const isBusy = progress.kind === "reading" || progress.kind === "adding"

  const start = async (file: FormData) => {
    setProgress({ kind: "reading" })
    const list = await readList(file)
    if (!list.status) {
      setProgress({ kind: "refused", message: list.message || t("call.failed") })
      return
    }
    // Hydrates the list of follows (client:interact), which then shows every feed as it is added.
    document.querySelector(".follows")?.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }))
    await add(list.data)
  }

  const add = async (list: ImportedList) => {
    const call = makeCall(locale, words)
    const total = list.feeds.length
    setProgress({ kind: "adding", done: 0, total })
    const outcome = await importFollows(list, {
      add: async (url) => {
        const added = await retryWhileLimited(() =>
          call<{ readonly feed: FollowableFeed }>("Feed/CreateLocalFeed", { url }, { silent: true }),
        )
        return added.ok ? { feed: added.data.feed } : { reason: added.message }
      },
      dispatch,
      progress: (done) => setProgress({ kind: "adding", done, total }),
    })
    setProgress({ kind: "done", outcome })
  }

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isBusy) void start(new FormData(event.currentTarget))
  }

  return (
    <form className="guest-form" method="post" action={paths.opml} encType="multipart/form-data" onSubmit={submit}>
      <label htmlFor={id}>
        {t("opml.file")}
        <input id={id} className="field" type="file" name="file" accept=".opml,.xml,text/x-opml,text/xml" required />
      </label>
      <button className="button" type="submit" aria-busy={isBusy || undefined}>
        {t("opml.import")}
      </button>
      <div className="opml-progress" role="status">
        {progress.kind === "reading" && <p>{t("opml.reading")}</p>}
        {progress.kind === "adding" && (
          <>
            <progress max={progress.total} value={progress.done} aria-label={t("opml.import")} />
            <p>{t("opml.progress", { done: progress.done, total: progress.total })}</p>
          </>
        )}
        {progress.kind === "refused" && <p className="guest-error">{progress.message}</p>}
        {progress.kind === "done" && <Outcome outcome={progress.outcome} retry={add} t={t} />}
      </div>
    </form>
  )
}

function Outcome({
  outcome,
  retry,
  t,
}: {
  readonly outcome: ImportOutcome
  readonly retry: (list: ImportedList) => Promise<void>
  readonly t: ReturnType<typeof translatorOf<ImportTexts>>
}) {
  const { followed, failed, left } = outcome
  return (
    <>
      <p>{t("opml.imported", { count: followed })}</p>
      {failed.length > 0 && (
        <>
          <p>{t("opml.failed", { count: failed.length })}</p>
          <ul>
            {failed.map(({ url, title, reason }) => (
              <li key={url}>
                {title}: {reason}
              </li>
            ))}
          </ul>
          <button className="button" type="button" onClick={() => void retry({ feeds: failed, emptyGroups: [] })}>
            {t("opml.retry")}
          </button>
        </>
      )}
      {left > 0 && <p>{t("opml.left", { count: left })}</p>}
    </>
  )
}

/** The server parses the file: pages do not parse untrusted XML. */
const readList = async (file: FormData): Promise<Envelope<ImportedList>> => {
  try {
    const response = await fetch(paths.opml, { method: "POST", headers: { accept: "application/json" }, body: file })
    return await response.json()
  } catch {
    return { status: false, message: "", data: { feeds: [], emptyGroups: [] } }
  }
}
