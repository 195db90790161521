import { readsRich, rememberRich } from "./mode.ts"
import type { RichEditor } from "./rich/index.ts"
import { makeButton, type Toolbar } from "./toolbar.ts"

type Say = (key: string) => string
export type ModeOptions = {
  readonly t: Say
  readonly personId: string
  readonly areas: Readonly<Record<"preview" | "gated", HTMLTextAreaElement>>
  readonly current: () => HTMLTextAreaElement
  readonly toolbar: () => Toolbar
  readonly take: (files: ReadonlyArray<File>) => void
  readonly pick: () => void
  readonly changed: () => void
  /** Shows why a text stays Markdown. */
  readonly say: (text: string) => void
}

/** The switch between Markdown and the rich editor, which is loaded when it is first used. */
export class Modes {
  rich: RichEditor | null = null
  readonly element = document.createElement("div")
  readonly #options: ModeOptions
  readonly #buttons: Readonly<Record<"rich" | "markdown", HTMLButtonElement>>
  #isOpening = false

  constructor(options: ModeOptions) {
    this.#options = options
    const { t } = options
    this.#buttons = {
      rich: makeButton(t("compose.mode.rich"), "", () => void this.#open(true)),
      markdown: makeButton(t("compose.mode.markdown"), "", () => this.#close()),
    }
    this.element.className = "compose-modes"
    this.element.role = "group"
    this.element.ariaLabel = t("compose.mode")
    this.element.append(this.#buttons.rich, this.#buttons.markdown)
    this.#show()
    if (readsRich(options.personId)) void this.#open(false)
  }

  async #open(isChosen: boolean): Promise<void> {
    if (this.rich !== null || this.#isOpening) return
    const { areas, current, take, pick, changed, say, toolbar, t, personId } = this.#options
    const hadFocus = Object.values(areas).includes(document.activeElement as HTMLTextAreaElement)
    this.#isOpening = true
    this.#buttons.rich.ariaBusy = "true"
    const moved = () => toolbar().show(this.rich)
    try {
      const { RichEditor } = await import("./rich/index.ts")
      const opened = await RichEditor.open(areas, current(), { t, take, pick, changed, moved })
      if (opened instanceof RichEditor) {
        this.rich = opened
        if (isChosen) rememberRich(personId, true)
        if (isChosen || hadFocus) opened.focus()
        moved()
      } else say(opened.obstacle || t("compose.rich.failed"))
    } catch {
      say(t("compose.rich.failed"))
    }
    this.#isOpening = false
    this.#buttons.rich.ariaBusy = null
    this.#show()
  }

  #close(): void {
    rememberRich(this.#options.personId, false)
    if (this.rich === null) return
    const area = this.rich.close()
    this.rich = null
    this.#options.toolbar().show(null)
    this.#show()
    area.focus()
  }

  #show(): void {
    this.#buttons.rich.ariaPressed = String(this.rich !== null)
    this.#buttons.markdown.ariaPressed = String(this.rich === null)
  }
}
