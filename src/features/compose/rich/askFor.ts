import { makeButton } from "../toolbar.ts"

export type Question = {
  readonly title: string
  readonly fields: ReadonlyArray<{ readonly name: string; readonly label: string; readonly value: string }>
  readonly accept: string
  readonly cancel: string
  /** Offers to remove what is edited. */
  readonly remove?: string | undefined
}

/** Asks in a dialog. Resolves with what was typed, "remove", or null if the person cancels. */
export const askFor = ({ title, fields, accept, cancel, remove }: Question) =>
  new Promise<Readonly<Record<string, string>> | "remove" | null>((resolve) => {
    const dialog = document.createElement("dialog")
    dialog.className = "rich-ask"
    dialog.ariaLabel = title
    // Outside the form of the composer: its fields are not those of the post.
    const form = document.createElement("form")
    form.method = "dialog"
    const inputs = fields.map(({ name, label, value }) => {
      const line = document.createElement("label")
      const input = document.createElement("input")
      input.className = "field"
      input.name = name
      input.value = value
      input.dir = "auto"
      line.append(label, input)
      form.append(line)
      return input
    })
    const acts = document.createElement("div")
    acts.className = "acts"
    const submit = makeButton(accept, "", () => {})
    submit.type = "submit"
    submit.dataset["tone"] = "solid"
    acts.append(
      submit,
      makeButton(cancel, "", () => dialog.close("cancel")),
      ...(remove === undefined ? [] : [makeButton(remove, "", () => dialog.close("remove"))]),
    )
    form.append(acts)
    form.addEventListener("submit", (event) => {
      event.preventDefault()
      dialog.close("accept")
    })
    dialog.append(form)
    dialog.addEventListener("close", () => {
      dialog.remove()
      if (dialog.returnValue === "accept")
        resolve(Object.fromEntries(inputs.map(({ name, value }) => [name, value.trim()])))
      else resolve(dialog.returnValue === "remove" ? "remove" : null)
    })
    document.body.append(dialog)
    dialog.showModal()
    inputs[0]?.select()
  })
