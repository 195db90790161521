import { apiPost } from "../../lib/apiFetch.ts"

type Words = (key: string, parameters?: Readonly<Record<string, string | number>>) => string
type Preview = {
  readonly preview: string
  readonly gated: string | null
  readonly words: number
  readonly minutes: number
  readonly missing: ReadonlyArray<string>
}
type Source = { readonly preview: string; readonly gated: string; readonly levelId: number }
type Frame = { readonly title: () => string; readonly locked: string }

const QUIET_MS = 500

/** A pane beside the text that shows it as a reader of a level sees it, rendered by the server. */
export class LivePreview {
  readonly #t: Words
  readonly #read: () => Source
  readonly #pane: HTMLElement
  readonly #frame: Frame
  #readerLevelId = 3
  #timer: ReturnType<typeof setTimeout> | undefined
  #request: AbortController | undefined

  constructor(t: Words, read: () => Source, place: Element, frame: Frame) {
    this.#t = t
    this.#frame = frame
    this.#read = read
    this.#pane = document.createElement("section")
    this.#pane.className = "compose-live"
    this.#pane.hidden = true
    this.#pane.tabIndex = -1
    place.after(this.#pane)
  }

  get isOpen(): boolean {
    return !this.#pane.hidden
  }

  open(readerLevelId: number): void {
    this.#readerLevelId = readerLevelId
    this.#pane.hidden = false
    this.#pane.ariaLabel = `${this.#t("compose.previewed")}: ${this.#t(`compose.previewAs.${readerLevelId}`)}`
    void this.#load().then(() => this.#pane.focus())
  }

  close(): void {
    this.#pane.hidden = true
    this.#request?.abort()
  }

  /** Call after every change of the text. */
  changed(): void {
    if (!this.isOpen) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#load(), QUIET_MS)
  }

  async #load(): Promise<void> {
    this.#request?.abort()
    const request = new AbortController()
    this.#request = request
    try {
      const source = this.#read()
      const body = { ...source, readerLevelId: this.#readerLevelId }
      const response = await apiPost("Feed/PreviewContent", body, { signal: request.signal })
      if (!response.ok) throw new Error(response.statusText)
      const { data } = (await response.json()) as { readonly data: Preview }
      this.#show(data, source.gated.trim() !== "" && data.gated === null)
    } catch {
      if (!request.signal.aborted) this.#pane.replaceChildren(this.#line(this.#t("compose.previewed.failed")))
    }
  }

  #show({ preview, gated, words, minutes, missing }: Preview, isLocked: boolean): void {
    const parts = [preview, gated].flatMap((html) => {
      if (html === null || html === "") return []
      const part = document.createElement("div")
      part.className = "prose post-text"
      part.dir = "auto"
      // Rendered and checked by the server: core/publishing/markdown.
      part.innerHTML = html
      // Leaving this page would interrupt writing.
      for (const link of part.querySelectorAll<HTMLAnchorElement>('a:not([href^="#"])')) link.target = "_blank"
      return [part]
    })
    const facts = [this.#t("compose.words", { count: words })]
    if (minutes > 0) facts.push(this.#t("compose.minutes", { count: minutes }))
    if (missing.length > 0) facts.push(this.#t("compose.previewed.missing", { count: missing.length }))
    const title = document.createElement("h2")
    title.textContent = this.#frame.title()
    title.dir = "auto"
    title.hidden = title.textContent === ""
    const locked = isLocked ? [this.#line(this.#frame.locked)] : []
    this.#pane.replaceChildren(this.#line([this.#pane.ariaLabel, ...facts].join(" · ")), title, ...parts, ...locked)
  }

  #line(text: string): HTMLElement {
    const line = document.createElement("p")
    line.className = "facts"
    line.textContent = text
    return line
  }
}
