import type { RichNode } from "#contract/publishing"
import { apiPost } from "../../../lib/apiFetch.ts"
import { isActive } from "./commands.ts"
import { RichArea, type RichOptions } from "./RichArea.ts"
import { cellAt } from "./tables.ts"
import type { ShownFile } from "./views.ts"

type Answer = {
  readonly documents: { readonly preview: RichNode; readonly gated: RichNode } | null
  readonly obstacle: string | null
  readonly files: ReadonlyArray<ShownFile & { readonly src: string }>
}
type Options = Omit<RichOptions, "files" | "moved" | "changed"> & {
  readonly changed: () => void
  readonly moved: () => void
}

/** Both parts of the post in the rich editor. */
export class RichEditor {
  readonly #areas: ReadonlyArray<RichArea>
  readonly #files: Map<string, ShownFile>
  #current: RichArea

  constructor(areas: ReadonlyArray<RichArea>, files: Map<string, ShownFile>, current: RichArea) {
    this.#areas = areas
    this.#files = files
    this.#current = current
  }

  run(tool: string): void {
    this.#current.run(tool)
  }

  focus(): void {
    this.#current.view.focus()
  }

  flush(): void {
    for (const area of this.#areas) area.flush()
  }

  insertFiles(files: ReadonlyArray<{ readonly src: string; readonly alt: string }>): void {
    this.#current.insertFiles(files)
  }

  /** Shows an uploaded file where its upload was shown. */
  async replaceFile(src: string, mediaId: string | null): Promise<void> {
    const next = mediaId === null ? null : `media:${mediaId}`
    if (next !== null && !this.#files.has(next)) {
      const answer = await read({ preview: `![](${next})`, gated: "" })
      for (const file of answer?.files ?? []) this.#files.set(file.src, file)
    }
    for (const area of this.#areas) if (area.replaceFile(src, next)) return
  }

  /** The state of a button: pressed, not pressed, or without such a state. */
  isActive(tool: string): boolean | null {
    return isActive(this.#current.view.state, tool)
  }

  get isInTable(): boolean {
    return cellAt(this.#current.view.state) !== null
  }

  /** Back to Markdown. */
  close(): HTMLTextAreaElement {
    for (const area of this.#areas) area.destroy()
    return this.#current.textarea
  }

  /**
   * Opens both parts. Resolves with the reason if a text has to stay Markdown, and with an empty one if the server cannot
   * be reached.
   */
  static async open(
    areas: Readonly<Record<"preview" | "gated", HTMLTextAreaElement>>,
    current: HTMLTextAreaElement,
    options: Options,
  ): Promise<RichEditor | { readonly obstacle: string }> {
    for (;;) {
      const texts = { preview: areas.preview.value, gated: areas.gated.value }
      const answer = await read(texts)
      if (answer === null) return { obstacle: "" }
      if (answer.documents === null) return { obstacle: answer.obstacle ?? "" }
      // The person has gone on typing.
      if (areas.preview.value !== texts.preview || areas.gated.value !== texts.gated) continue
      const { documents } = answer
      const files = new Map(answer.files.map(({ src, kind, url }) => [src, { kind, url }]))
      let editor: RichEditor | undefined
      const moved = (area: RichArea) => {
        if (editor !== undefined) editor.#current = area
        options.moved()
      }
      const opened = (["preview", "gated"] as const).map(
        (name) => new RichArea(areas[name], documents[name], { ...options, files, moved }),
      )
      const here = opened.find(({ textarea }) => textarea === current) ?? opened[0]
      if (here === undefined) return { obstacle: "" }
      editor = new RichEditor(opened, files, here)
      return editor
    }
  }
}

const read = async (texts: { readonly preview: string; readonly gated: string }): Promise<Answer | null> => {
  try {
    const response = await apiPost("Feed/ReadRichText", texts)
    return response.ok ? ((await response.json()) as { readonly data: Answer }).data : null
  } catch {
    return null
  }
}
