import { UploadRefused, uploadFile } from "../media/uploadFile.ts"
import { makeButton } from "./toolbar.ts"

type Words = (key: string, parameters?: Readonly<Record<string, string | number>>) => string

/** The text that shows the files: an address of an upload stands in it until the file is there. */
export type UploadText = {
  readonly insert: (files: ReadonlyArray<{ readonly src: string; readonly alt: string }>) => void
  /** Replaces the address of an upload by that of its file; null removes it. */
  readonly replace: (src: string, mediaId: string | null) => void
  /** The address of an upload of this name that was interrupted, or null. */
  readonly find: (alt: string) => string | null
}

/** Files of one drop. */
const FILES_MAX = 20

/** Uploads files into a text one after the other, and lists them with their progress. */
export class Uploads {
  readonly #list = document.createElement("ul")
  readonly #running = new Set<string>()
  readonly #text: UploadText
  readonly #t: Words
  #queue: Promise<void> = Promise.resolve()

  constructor(place: Element, text: UploadText, t: Words) {
    this.#text = text
    this.#t = t
    this.#list.className = "compose-uploads"
    this.#list.ariaLabel = t("compose.uploads")
    this.#list.hidden = true
    place.append(this.#list)
  }

  take(files: ReadonlyArray<File>): void {
    const pending = files.slice(0, FILES_MAX).map((file) => {
      const alt = file.name.replace(/[[\]\\]/g, "")
      const known = this.#text.find(alt)
      // After a reload, the same file continues where its upload stopped, in the text too.
      const isKnown = known !== null && !this.#running.has(known)
      const src = isKnown ? known : `#${crypto.randomUUID()}`
      this.#running.add(src)
      return { file, alt, src, isKnown, row: this.#row(file.name) }
    })
    const fresh = pending.filter(({ isKnown }) => !isKnown)
    if (fresh.length > 0) this.#text.insert(fresh.map(({ src, alt }) => ({ src, alt })))
    for (const each of pending)
      this.#queue = this.#queue.then(() => this.#upload(each.file, each.src, each.row)).catch(() => {})
  }

  async #upload(file: File, src: string, row: Row): Promise<void> {
    const { name } = file
    try {
      row.signal.throwIfAborted()
      const { mediaId } = await uploadFile(file, {
        signal: row.signal,
        onStep: (step) => {
          if (step.step === "sending") row.progress(step.sent / step.total)
          if (step.step === "waiting") row.log(this.#t("compose.upload.waiting", { name }))
          if (step.step === "checking") row.log(this.#t("compose.upload.checking", { name }))
        },
      })
      this.#text.replace(src, mediaId)
      row.remove()
    } catch (error) {
      this.#text.replace(src, null)
      if (row.signal.aborted) row.remove()
      else row.fail((error instanceof UploadRefused && error.message) || this.#t("compose.upload.failed", { name }))
    } finally {
      this.#running.delete(src)
    }
  }

  #row(name: string): Row {
    const item = document.createElement("li")
    const text = document.createElement("span")
    const bar = document.createElement("progress")
    const stopped = new AbortController()
    const remove = () => {
      item.remove()
      this.#list.hidden = this.#list.childElementCount === 0
    }
    text.role = "status"
    bar.max = 1
    bar.ariaLabel = name
    const cancel = makeButton(this.#t("compose.upload.cancel", { name }), "✕", () =>
      stopped.abort(new Error("Cancelled")),
    )
    const say = (words: string) => {
      if (text.textContent !== words) text.textContent = words
    }
    say(this.#t("compose.upload.waiting", { name }))
    item.append(text, bar, cancel)
    this.#list.append(item)
    this.#list.hidden = false
    return {
      signal: stopped.signal,
      log: say,
      remove,
      progress: (part) => {
        bar.value = part
        say(this.#t("compose.upload.working", { name, percent: Math.floor(part * 100) }))
      },
      fail: (words) => {
        bar.remove()
        item.className = "wrong"
        text.role = "alert"
        say(words)
        cancel.replaceWith(makeButton(this.#t("compose.upload.dismiss"), "✕", remove))
      },
    }
  }
}

type Row = {
  readonly signal: AbortSignal
  readonly log: (words: string) => void
  readonly progress: (part: number) => void
  readonly fail: (words: string) => void
  readonly remove: () => void
}
