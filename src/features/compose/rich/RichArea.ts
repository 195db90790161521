import { gapCursor } from "prosemirror-gapcursor"
import { history } from "prosemirror-history"
import type { Node, Slice } from "prosemirror-model"
import { AllSelection, type Command, EditorState, Selection, TextSelection } from "prosemirror-state"
import { EditorView } from "prosemirror-view"
import { markdownOf, type RichNode } from "#contract/publishing"
import { makeButton } from "../toolbar.ts"
import { askFor } from "./askFor.ts"
import { COMMANDS, insertBlock, linkRange, linkWith } from "./commands.ts"
import { InsertMenu } from "./insertMenu.ts"
import { cleanPastedHtml } from "./paste.ts"
import { keys, typing } from "./rules.ts"
import { ADDRESS, markType, nodeType, schema } from "./schema.ts"
import { nodeViews, type ShownFile } from "./views.ts"

export type RichOptions = {
  readonly t: (key: string, parameters?: Readonly<Record<string, string | number>>) => string
  /** Files by the address that the text has for them. */
  readonly files: ReadonlyMap<string, ShownFile>
  /** Uploads files and shows them where the selection is. */
  readonly take: (files: ReadonlyArray<File>) => void
  readonly pick: () => void
  /** The text has changed. Not called for every letter. */
  readonly changed: () => void
  /** The selection has moved, or the formats at it have changed. */
  readonly moved: (area: RichArea) => void
}

const QUIET_MS = 200
const INSERTIONS = ["file", "heading", "list", "numbers", "tasks", "quote", "code", "table", "rule"] as const
const ALONE_ADDRESS = /^https?:\/\/[^\s<>"]{1,2000}$/i

/** One part of the post in the rich editor, over the text area that has its Markdown. */
export class RichArea {
  readonly textarea: HTMLTextAreaElement
  readonly view: EditorView
  readonly #options: RichOptions
  readonly #frame = document.createElement("div")
  readonly #plus: HTMLButtonElement
  readonly #menu: InsertMenu
  readonly #label: HTMLLabelElement | null
  #isBySlash = false
  #isDirty = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(textarea: HTMLTextAreaElement, document_: RichNode, options: RichOptions) {
    this.textarea = textarea
    this.#options = options
    const { t } = options
    this.#frame.className = "rich"
    this.#label = textarea.labels?.[0] ?? null
    this.#label?.addEventListener("click", this.#focus)
    const description = textarea.getAttribute("aria-describedby")
    const doc = schema.nodeFromJSON(document_)
    doc.check()
    const place = Math.round((textarea.selectionStart / Math.max(1, textarea.value.length)) * doc.content.size)
    this.view = new EditorView(this.#frame, {
      state: EditorState.create({
        doc,
        selection: Selection.near(doc.resolve(place)),
        plugins: [typing(), ...keys(() => this.run("link")), history(), gapCursor()],
      }),
      attributes: {
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": this.#label?.textContent?.trim() ?? "",
        ...(description === null ? {} : { "aria-describedby": description }),
        class: "field prose post-text",
        dir: "auto",
      },
      nodeViews: nodeViews(options),
      dispatchTransaction: (transaction) => {
        const state = this.view.state.apply(transaction)
        // When all was selected and removed, a line is left, and the selection belongs into it.
        const isLeft = state.selection instanceof AllSelection && state.doc.content.size === 2
        this.view.updateState(isLeft ? state.apply(state.tr.setSelection(Selection.atStart(state.doc))) : state)
        if (transaction.docChanged) this.#change()
        this.#showPlus()
        options.moved(this)
      },
      transformPastedHTML: cleanPastedHtml,
      handlePaste: (_, event, slice) => this.#paste(event, slice),
      handleDrop: (view, event) => {
        const files = [...(event.dataTransfer?.files ?? [])]
        if (files.length === 0) return false
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
        if (at !== null) view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(at.pos))))
        options.take(files)
        event.preventDefault()
        return true
      },
      handleTextInput: (_, __, ___, text) => {
        if (text !== "/" || !this.#isInEmptyLine()) return false
        this.#isBySlash = true
        // ProseMirror restores its selection, and with it the focus, after this.
        setTimeout(() => this.#openMenu())
        return true
      },
      handleDOMEvents: {
        focus: () => {
          options.moved(this)
          this.#showPlus()
        },
      },
    })
    this.#plus = makeButton(t("compose.rich.insert"), "+", () => {
      this.#isBySlash = false
      this.#openMenu()
    })
    this.#plus.classList.add("rich-plus")
    this.#plus.hidden = true
    const insertions = INSERTIONS.map((name) => ({ name, label: t(`compose.tool.${name}`) }))
    this.#menu = new InsertMenu(
      this.#frame,
      t("compose.rich.insert"),
      insertions,
      (name) => (name === "file" ? options.pick() : this.run(name)),
      (isCancelled) => {
        this.view.focus()
        if (isCancelled && this.#isBySlash) this.view.dispatch(this.view.state.tr.insertText("/"))
      },
    )
    this.#frame.append(this.#plus)
    textarea.after(this.#frame)
    textarea.hidden = true
  }

  /** Executes a tool of the toolbar. */
  run(name: string): boolean {
    this.view.focus()
    if (name === "link") {
      void this.#askLink()
      return true
    }
    const command: Command | undefined = COMMANDS[name]
    return command?.(this.view.state, (transaction) => this.view.dispatch(transaction)) === true
  }

  /** Writes what has changed as Markdown into the text area. */
  flush(): void {
    clearTimeout(this.#timer)
    if (!this.#isDirty) return
    this.#isDirty = false
    this.textarea.value = markdownOf(this.view.state.doc.toJSON() as RichNode)
  }

  /** Shows files as a gallery of their own, each by its address. */
  insertFiles(files: ReadonlyArray<{ readonly src: string; readonly alt: string }>): void {
    const media = files.map(({ src, alt }) => nodeType("media").create({ src, alt }))
    insertBlock(this.view.state, nodeType("gallery").create(null, media), (transaction) =>
      this.view.dispatch(transaction),
    )
  }

  /** Replaces the address of a file, or removes the file. Returns whether it was there. */
  replaceFile(src: string, next: string | null): boolean {
    let at: number | null = null
    let found: Node | null = null
    this.view.state.doc.descendants((node, position) => {
      if (node.attrs["src"] === src) [at, found] = [position, node]
      return found === null
    })
    if (at === null || found === null) return false
    const { attrs, nodeSize } = found as Node
    const { tr } = this.view.state
    this.view.dispatch(
      next === null ? tr.deleteRange(at, at + nodeSize) : tr.setNodeMarkup(at, null, { ...attrs, src: next }),
    )
    return true
  }

  /** Removes the editor; the text area has its text. */
  destroy(): void {
    this.flush()
    this.#label?.removeEventListener("click", this.#focus)
    this.view.destroy()
    this.#frame.remove()
    this.textarea.hidden = false
  }

  readonly #focus = () => this.view.focus()

  #change(): void {
    this.#isDirty = true
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#options.changed(), QUIET_MS)
  }

  #paste(event: ClipboardEvent, slice: Slice): boolean {
    const files = [...(event.clipboardData?.files ?? [])]
    if (files.length > 0 && event.clipboardData?.getData("text/html") === "") {
      this.#options.take(files)
      return true
    }
    const text = slice.content.textBetween(0, slice.content.size).trim()
    const { state } = this.view
    const { empty, $from } = state.selection
    if (!ALONE_ADDRESS.test(text) || slice.content.childCount > 1 || $from.parent.type.spec.code === true) return false
    if (!empty) this.view.dispatch(linkWith(state, state.selection, text, ""))
    else if (this.#isInEmptyLine() && $from.depth === 1)
      insertBlock(state, nodeType("card").create({ href: text }), (transaction) => this.view.dispatch(transaction))
    else this.view.dispatch(linkWith(state, state.selection, text, text))
    return true
  }

  #isInEmptyLine(): boolean {
    const { selection } = this.view.state
    const { parent } = selection.$from
    return selection.empty && parent.type.name === "paragraph" && parent.content.size === 0
  }

  /** The button stands beside an empty line. */
  #showPlus(): void {
    this.#plus.hidden = !this.#isInEmptyLine()
    if (!this.#plus.hidden) this.#plus.style.insetBlockStart = `${this.#lineTop()}px`
  }

  #lineTop(): number {
    return this.view.coordsAtPos(this.view.state.selection.head).top - this.#frame.getBoundingClientRect().top
  }

  #openMenu(): void {
    this.#menu.open(this.#lineTop() + 32)
  }

  async #askLink(): Promise<void> {
    const { t } = this.#options
    const range = linkRange(this.view.state)
    const address = { name: "href", label: t("compose.rich.address"), value: range.href }
    const words = { name: "text", label: t("compose.rich.words"), value: "" }
    const answer = await askFor({
      ...{ title: t("compose.tool.link"), fields: range.from === range.to ? [address, words] : [address] },
      ...{ accept: t("compose.rich.ok"), cancel: t("compose.rich.cancel") },
      remove: range.href === "" ? undefined : t("compose.rich.unlink"),
    })
    this.view.focus()
    if (answer === null) return
    const typed = answer === "remove" ? "" : (answer["href"] ?? "")
    const { tr } = this.view.state
    if (typed === "") return this.view.dispatch(tr.removeMark(range.from, range.to, markType("link")))
    // An address without a scheme is one of the web.
    const href = ADDRESS.test(typed) ? typed : `https://${typed}`
    const text = answer === "remove" ? "" : (answer["text"] ?? "")
    const transaction = linkWith(this.view.state, range, href.replaceAll(/\s/g, "%20"), text)
    const end = transaction.mapping.map(range.to)
    this.view.dispatch(transaction.setSelection(TextSelection.create(transaction.doc, end)))
  }
}
