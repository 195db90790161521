import { paths } from "../../lib/paths.ts"

let help: HTMLDialogElement | undefined

/** Shows the page of shortcuts in a dialog; if that fails, opens the page. */
export const showHelp = async (): Promise<void> => {
  help ??= await makeHelp()
  if (help === undefined) {
    location.assign(paths.shortcuts)
    return
  }
  if (!help.isConnected) document.body.append(help)
  if (!help.open) help.showModal()
}

const makeHelp = async (): Promise<HTMLDialogElement | undefined> => {
  try {
    const response = await fetch(paths.shortcuts)
    const page = new DOMParser().parseFromString(await response.text(), "text/html")
    const list = page.querySelector("[data-shortcuts]")
    if (list === null) return undefined
    const dialog = document.createElement("dialog")
    dialog.id = "shortcuts"
    dialog.setAttribute("closedby", "any")
    dialog.setAttribute("aria-labelledby", list.querySelector("h1")?.id ?? "")
    dialog.append(document.adoptNode(list))
    list.querySelector("form")?.removeAttribute("hidden")
    // For browsers without `closedby`.
    dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close())
    return dialog
  } catch {
    return undefined
  }
}
