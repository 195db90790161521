import { measureText } from "#contract/publishing"
import { LOCALES, type Locale } from "../../i18n/locales.ts"
import { translatorOf } from "../../i18n/translate.ts"
import { UNSENT_EVENT } from "../../lib/unsent.ts"
import { Autosaver, type Fields, type SaveState } from "./Autosaver.ts"
import { htmlToMarkdown } from "./htmlToMarkdown.ts"
import { LivePreview } from "./livePreview.ts"
import { readCopy, storeCopy } from "./localCopy.ts"
import { Modes } from "./modes.ts"
import { createDraft, sendDraft } from "./sendDraft.ts"
import { applyEdit, applyTool, handleKey, makeButton, makeToolbar, selectionOf } from "./toolbar.ts"
import { Uploads } from "./uploads.ts"
import { uploadsInMarkdown } from "./uploadsInMarkdown.ts"

// The composer with scripts (components/compose/ComposeForm.astro), loaded when the form is touched.

type Words = Readonly<Record<string, string>>
type Say = (key: string, parameters?: Readonly<Record<string, string | number>>) => string

const form = document.querySelector<HTMLFormElement>("form[data-compose]")
if (form !== null && form.dataset["sent"] === undefined) start(form)
else if (form !== null) {
  // The form was sent before this script was loaded: an autosave would create a second post. Start if the person returns.
  addEventListener("pageshow", ({ persisted }) => persisted && start(form))
  form.addEventListener(UNSENT_EVENT, () => start(form), { once: true })
}

function start(form: HTMLFormElement): void {
  const locale = LOCALES.find((each) => each === document.documentElement.lang) ?? ("en" satisfies Locale)
  const t = translatorOf<Words>(locale, JSON.parse(form.dataset["words"] ?? "{}") as Words) as Say
  const state = form.querySelector<HTMLElement>("[data-state]")
  const revision = form.querySelector<HTMLInputElement>("[name=baseRevision]")
  const [first, second] = form.querySelectorAll<HTMLTextAreaElement>("textarea[name=preview],textarea[name=gated]")
  const tools = form.querySelector("[data-tools]")
  if (state === null || revision === null || tools === null || first === undefined || second === undefined) return
  const areas = [first, second]
  let area = first
  let postId = form.dataset["compose"] ?? ""
  let modes: Modes | undefined
  const commandId = crypto.randomUUID()

  const controls = () =>
    [...form.elements].filter(
      (each): each is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement =>
        (each instanceof HTMLInputElement && !["hidden", "file", "checkbox"].includes(each.type)) ||
        each instanceof HTMLTextAreaElement ||
        // The choice of a file is no part of the post.
        (each instanceof HTMLSelectElement && each.name !== "mediaId"),
    )
  const read = (): Fields => {
    modes?.rich?.flush()
    return Object.fromEntries(controls().map(({ name, value }) => [name, value]))
  }
  /** What the server wrote into the form. The person may have typed before this script was loaded. */
  const written = (): Fields =>
    Object.fromEntries(
      controls().map((control) => [
        control.name,
        control instanceof HTMLSelectElement
          ? (([...control.options].find(({ defaultSelected }) => defaultSelected) ?? control.options[0])?.value ?? "")
          : control.defaultValue,
      ]),
    )
  const fill = (fields: Fields) => {
    for (const control of controls()) control.value = fields[control.name] ?? control.value
  }

  const show = (shown: SaveState) => {
    if (shown === "other") return request()
    state.textContent = t(`compose.auto.${shown}`)
  }
  /** Another tab wrote: a person decides which text stays. */
  const request = () => {
    const reload = makeButton(t("compose.auto.reload"), "", () => {
      storeCopy(postId, null)
      isLeaving = true
      location.reload()
    })
    const mine = makeButton(t("compose.auto.mine"), "", () => void saver.overwrite())
    const choice = document.createElement("span")
    choice.className = "compose-choice"
    choice.append(t("compose.auto.other"), reload, mine)
    state.replaceChildren(choice)
  }

  let isLeaving = false
  const saver = new Autosaver({
    read,
    seen: Number(form.dataset["seen"]),
    // What was just sent and refused is not on the server.
    stored: form.dataset["typed"] === undefined ? written() : {},
    show,
    keep: (fields) => storeCopy(postId, fields && { fields, baseRevision: Number(revision.value) }),
    send: async (fields, seen) => {
      if (postId === "") {
        const created = await createDraft(fields, commandId)
        if (created === null) return "failed"
        storeCopy("", null)
        postId = created
        form.dataset["compose"] = created
        revision.value = "1"
        history.replaceState(history.state, "", `${location.pathname}?${new URLSearchParams({ post: created })}`)
      }
      return sendDraft({ contentId: postId, baseRevision: Number(revision.value), seen }, fields)
    },
  })

  // What the form shows after it was refused is newer than the copy, which was made before it was sent.
  const copy = form.dataset["typed"] === undefined ? readCopy(postId, Number(revision.value)) : null
  if (copy !== null && !saver.isDirty && Object.entries(copy).some(([name, value]) => read()[name] !== value)) {
    fill(copy)
    state.textContent = t("compose.auto.restored")
  }
  saver.changed(Date.now())

  const levelId = () => Number(read()["levelId"])
  const preview = new LivePreview(
    t,
    () => ({ preview: read()["preview"] ?? "", gated: read()["gated"] ?? "", levelId: levelId() }),
    tools,
    { title: () => read()["title"] ?? "", locked: form.dataset["locked"] ?? "" },
  )
  const count = () => {
    const { words, minutes } = measureText(`${read()["preview"]} ${read()["gated"]}`)
    counter.textContent = [
      t("compose.words", { count: words }),
      ...(minutes > 0 ? [t("compose.minutes", { count: minutes })] : []),
    ].join(" · ")
  }

  const picker = document.createElement("input")
  picker.type = "file"
  picker.multiple = true
  picker.accept = "image/*,audio/*,video/*"
  picker.addEventListener("change", () => {
    void take([...(picker.files ?? [])])
    picker.value = ""
  })
  const inMarkdown = uploadsInMarkdown(areas, () => area)
  const uploads = new Uploads(
    tools,
    {
      insert: (files) => (modes?.rich ?? inMarkdown).insertFiles(files),
      find: (alt) => {
        modes?.rich?.flush()
        return inMarkdown.find(alt)
      },
      replace: (src, mediaId) => void (modes?.rich ?? inMarkdown).replaceFile(src, mediaId),
    },
    t,
  )
  const take = (files: ReadonlyArray<File>) => uploads.take(files)
  const fileButton = makeButton(t("compose.tool.file"), "", () => picker.click())
  const liveButton = makeButton(t("compose.tool.live"), "", () => (preview.isOpen ? preview.close() : preview.open(3)))
  const use = (tool: string) => (modes?.rich == null ? applyTool(area, tool) : modes.rich.run(tool))
  const toolbar = makeToolbar(t, use, [fileButton, liveButton])
  tools.prepend(toolbar.bar)
  const counter = document.createElement("span")
  state.before(counter)
  counter.className = "count"
  count()
  modes = new Modes({
    ...{ t, areas: { preview: first, gated: second }, current: () => area, toolbar: () => toolbar, take },
    personId: form.dataset["person"] ?? "",
    pick: () => picker.click(),
    changed: () => first.dispatchEvent(new InputEvent("input", { bubbles: true })),
    say: (text) => (state.textContent = text),
  })
  tools.prepend(modes.element)

  const changed = () => {
    saver.changed(Date.now())
    preview.changed()
    count()
  }
  // Not on the form: Chromium moves the selection after the listeners of an input event, so that with one above it the rich
  // editor would read what was typed with the selection from before.
  for (const control of controls()) control.addEventListener("input", changed)
  form.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLTextAreaElement) area = target
  })
  form.addEventListener("keydown", (event) => {
    if (event.target instanceof HTMLTextAreaElement && handleKey(event, event.target)) return
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s") {
      event.preventDefault()
      form.querySelector<HTMLButtonElement>(".bar [value=save]")?.click()
    }
  })
  form.addEventListener("paste", (event) => {
    if (!(event.target instanceof HTMLTextAreaElement) || event.clipboardData === null) return
    const files = [...event.clipboardData.files]
    const html = event.clipboardData.getData("text/html")
    if (files.length > 0 && html === "") {
      event.preventDefault()
      void take(files)
    } else if (html !== "") {
      const markdown = htmlToMarkdown(new DOMParser().parseFromString(html, "text/html").body)
      if (markdown === "") return
      event.preventDefault()
      const { start, end } = selectionOf(event.target)
      const to = start + markdown.length
      applyEdit(event.target, { from: start, to: end, insert: markdown, select: [to, to] })
    }
  })
  for (const each of areas) {
    each.addEventListener("dragover", (event) => {
      if (event.dataTransfer?.types.includes("Files") === true) event.preventDefault()
    })
    each.addEventListener("drop", (event) => {
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      area = each
      void take(files)
    })
  }
  form.addEventListener("submit", (event) => {
    const button = event.submitter instanceof HTMLButtonElement ? event.submitter : null
    const readerLevelId = /^preview-([123])$/.exec(button?.value ?? "")?.[1]
    if (readerLevelId !== undefined) {
      event.preventDefault()
      return preview.open(Number(readerLevelId))
    }
    // A draft is being created: the form must name it, or there would be two.
    if (postId === "" && saver.isSending) {
      event.preventDefault()
      void saver.settled().then(() => form.requestSubmit(button))
      return
    }
    // Until the answer shows that it was saved, the text stays in this browser.
    storeCopy(postId, { fields: read(), baseRevision: Number(revision.value), isSubmitted: true })
    isLeaving = true
    saver.pause()
  })
  form.addEventListener(UNSENT_EVENT, () => {
    isLeaving = false
    saver.resume()
  })
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden" && !isLeaving) void saver.flush()
  })
  addEventListener("online", () => void saver.flush())
  addEventListener("beforeunload", (event) => {
    // The copy in this browser is there, but other devices would not have it.
    if (!isLeaving && saver.isDirty && !navigator.onLine) event.preventDefault()
  })
}
