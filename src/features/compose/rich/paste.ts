/** Elements that nobody reads. */
const UNREAD =
  "script,style,template,head,title,noscript,meta,link,iframe,object,embed,svg,input,button,select,textarea"
/** Cells of a pasted table; more stay text. */
const CELLS_MAX = 5_000

/**
 * Pasted HTML as the schema can take it; what the schema does not know is dropped by its parser. Tables get a head and
 * rows of the same width, and pictures of other sites become links, because their addresses belong to others.
 */
export const cleanPastedHtml = (html: string): string => {
  const { body } = new DOMParser().parseFromString(html, "text/html")
  // Copied from this editor.
  if (body.querySelector("[data-pm-slice]") !== null) return html
  for (const element of body.querySelectorAll(UNREAD)) element.remove()
  for (const image of body.querySelectorAll("img")) {
    const link = document.createElement("a")
    link.href = image.src
    link.textContent = image.alt.trim()
    if (link.textContent === "") image.remove()
    else image.replaceWith(link)
  }
  // The innermost first.
  for (const table of [...body.querySelectorAll("table")].reverse()) table.replaceWith(tidyTable(table))
  return body.innerHTML
}

/** Pages and mails are laid out with tables of one column or row. */
const tidyTable = (table: HTMLTableElement): Element => {
  const rows = [...table.rows].map((row) => [...row.cells])
  const width = Math.max(0, ...rows.map((row) => row.length))
  const flat = document.createElement("div")
  if (
    width < 2 ||
    rows.length < 2 ||
    width * rows.length > CELLS_MAX ||
    table.querySelector("table,ul,ol,pre") !== null
  ) {
    for (const cell of rows.flat()) {
      const part = document.createElement("div")
      part.append(...cell.childNodes)
      flat.append(part)
    }
    return flat
  }
  const tidy = document.createElement("table")
  for (const [at, cells] of rows.entries()) {
    const row = document.createElement("tr")
    if (at === 0) row.dataset["head"] = ""
    for (let column = 0; column < width; column += 1) {
      const cell = document.createElement(at === 0 ? "th" : "td")
      const source = cells[column]
      for (const block of source?.querySelectorAll("p,div,br,h1,h2,h3,h4,h5,h6") ?? [])
        block.replaceWith(...block.childNodes, " ")
      cell.append(...(source?.childNodes ?? []))
      row.append(cell)
    }
    tidy.append(row)
  }
  return tidy
}
