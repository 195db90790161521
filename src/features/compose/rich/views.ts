import type { Node } from "prosemirror-model"
import type { EditorView, NodeView, NodeViewConstructor } from "prosemirror-view"
import { makeButton } from "../toolbar.ts"
import { askFor } from "./askFor.ts"

/** A file as the editor shows it. */
export type ShownFile = { readonly kind: "image" | "audio" | "video"; readonly url: string }

type Words = (key: string, parameters?: Readonly<Record<string, string | number>>) => string
type Options = { readonly t: Words; readonly files: ReadonlyMap<string, ShownFile> }

export const nodeViews = (options: Options): Readonly<Record<string, NodeViewConstructor>> => ({
  media: (node, view, position) => new MediaView(node, view, position, options, "figure"),
  image: (node, view, position) => new MediaView(node, view, position, options, "span"),
  list_item: (node, view, position) => new ItemView(node, view, position, options),
})

/** A picture, recording or film, with its description and a button to change it. */
class MediaView implements NodeView {
  readonly dom: HTMLElement

  constructor(
    node: Node,
    view: EditorView,
    position: () => number | undefined,
    { t, files }: Options,
    element: "figure" | "span",
  ) {
    const { src, alt, title } = node.attrs
    this.dom = document.createElement(element)
    this.dom.contentEditable = "false"
    this.dom.className = "rich-media"
    this.dom.dataset["src"] = String(src)
    this.dom.append(fileElement(files.get(String(src)), String(alt)))
    if (element === "span") return
    const caption = document.createElement("figcaption")
    caption.textContent = String(alt)
    const edit = makeButton(t("compose.rich.describe"), "", () => {
      const label = t("compose.rich.description")
      const fields = [{ name: "alt", label, value: String(alt) }]
      void askFor({ title: label, fields, accept: t("compose.rich.ok"), cancel: t("compose.rich.cancel") }).then(
        (answer) => {
          const at = position()
          if (answer !== null && answer !== "remove" && at !== undefined)
            view.dispatch(view.state.tr.setNodeMarkup(at, null, { src, title, alt: answer["alt"] ?? "" }))
          view.focus()
        },
      )
    })
    // While a file is being uploaded, its name is its description.
    edit.hidden = String(src).startsWith("#")
    this.dom.append(caption, edit)
  }

  stopEvent(event: Event): boolean {
    return event.target instanceof HTMLElement && event.target.closest("button,audio,video") !== null
  }

  ignoreMutation(): boolean {
    return true
  }
}

const fileElement = (file: ShownFile | undefined, alt: string): HTMLElement => {
  if (file === undefined) {
    const missing = document.createElement("span")
    missing.className = "missing"
    missing.textContent = alt || "…"
    return missing
  }
  if (file.kind === "image") {
    const image = document.createElement("img")
    image.src = file.url
    image.alt = alt
    return image
  }
  const player = document.createElement(file.kind)
  player.src = file.url
  player.controls = true
  player.preload = "none"
  player.ariaLabel = alt
  return player
}

/** An item of a list; that of a task has a box. */
class ItemView implements NodeView {
  readonly dom = document.createElement("li")
  readonly contentDOM = document.createElement("div")
  readonly #box = document.createElement("input")

  constructor(node: Node, view: EditorView, position: () => number | undefined, { t }: Options) {
    this.#box.type = "checkbox"
    this.#box.contentEditable = "false"
    this.#box.ariaLabel = t("compose.rich.done")
    this.#box.addEventListener("change", () => {
      const at = position()
      if (at !== undefined) view.dispatch(view.state.tr.setNodeMarkup(at, null, { isDone: this.#box.checked }))
    })
    this.dom.append(this.#box, this.contentDOM)
    this.update(node)
  }

  update(node: Node): boolean {
    if (node.type.name !== "list_item") return false
    const isDone = node.attrs["isDone"]
    this.dom.classList.toggle("task", isDone !== null)
    this.#box.hidden = isDone === null
    this.#box.checked = isDone === true
    return true
  }

  stopEvent(event: Event): boolean {
    return event.target === this.#box
  }

  ignoreMutation(mutation: { readonly target: globalThis.Node }): boolean {
    return !this.contentDOM.contains(mutation.target)
  }
}
