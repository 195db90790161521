/** A text with its selection. */
export type Selected = { readonly text: string; readonly start: number; readonly end: number }
/** What replaces a range of the text, and the selection afterwards, as an offset into the new text. */
export type Edit = {
  readonly from: number
  readonly to: number
  readonly insert: string
  readonly select: readonly [number, number]
}

/** Puts marks around the selection, or removes them if they are there. */
export const wrapSelection = ({ text, start, end }: Selected, mark: string): Edit => {
  const chosen = text.slice(start, end)
  const isAround = text.slice(start - mark.length, start) === mark && text.slice(end, end + mark.length) === mark
  if (isAround) {
    const from = start - mark.length
    return { from, to: end + mark.length, insert: chosen, select: [from, from + chosen.length] }
  }
  // Marks beside spaces are no marks.
  const [, before = "", core = "", after = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(chosen) ?? []
  const begin = start + before.length + mark.length
  return {
    ...{ from: start, to: end },
    insert: `${before}${mark}${core}${mark}${after}`,
    select: [begin, begin + core.length],
  }
}

/** Begins every line of the selection with a prefix, or removes it if all lines have it. Numbers count: `1. `. */
export const prefixLines = ({ text, start, end }: Selected, prefix: string): Edit => {
  const from = text.lastIndexOf("\n", start - 1) + 1
  const next = text.indexOf("\n", end)
  const to = next === -1 ? text.length : next
  const lines = text.slice(from, to).split("\n")
  const isNumbered = prefix === "1. "
  const has = (line: string) => (isNumbered ? /^\d+\. /.test(line) : line.startsWith(prefix))
  const changed = lines.every(has)
    ? lines.map((line) => line.replace(isNumbered ? /^\d+\. / : prefix, ""))
    : lines.map((line, at) => `${isNumbered ? `${at + 1}. ` : prefix}${line}`)
  const insert = changed.join("\n")
  return { from, to, insert, select: [lines.length === 1 ? from + insert.length : from, from + insert.length] }
}

/** Makes the selection a link and selects its address. */
export const linkSelection = ({ text, start, end }: Selected): Edit => {
  const chosen = text.slice(start, end)
  const isAddress = /^https?:\/\/\S+$/.test(chosen)
  const insert = isAddress ? `[](${chosen})` : `[${chosen}](https://)`
  const begin = start + (isAddress ? 1 : chosen.length + 3)
  return { from: start, to: end, insert, select: [begin, begin + (isAddress ? 0 : "https://".length)] }
}

/** Inserts a block with empty lines around it. */
export const insertBlock = ({ text, start, end }: Selected, block: string): Edit => {
  const [before, after] = [text.slice(0, start), text.slice(end)]
  const gap = (near: RegExp, side: string) => (side === "" || near.test(side) ? "" : "\n\n")
  const lead = gap(/\n\n$/, before)
  const insert = `${lead}${block}${after === "" ? "\n" : gap(/^\n\n/, after)}`
  const begin = start + lead.length
  return { from: start, to: end, insert, select: [begin + block.length, begin + block.length] }
}

/** Adds a footnote at the selection, with its note at the end. */
export const addFootnote = ({ text, end }: Selected): Edit => {
  const numbers = [...text.matchAll(/\[\^(\d{1,4})\]/g)].map(([, number]) => Number(number))
  const label = `[^${Math.max(0, ...numbers) + 1}]`
  const rest = `${label}${text.slice(end).trimEnd()}\n\n${label}: `
  return { from: end, to: text.length, insert: rest, select: [end + rest.length, end + rest.length] }
}

const ITEM = /^(\s{0,12})(?:([-*+])|(\d{1,6})([.)])) (\[[ xX]\] )?/

/** What Enter does within a list: begins the next item, or ends the list after an empty one. Null elsewhere. */
export const continueList = ({ text, start, end }: Selected): Edit | null => {
  if (start !== end) return null
  const from = text.lastIndexOf("\n", start - 1) + 1
  const line = text.slice(from, start)
  const [marker, indent = "", bullet, number, dot, box] = ITEM.exec(line) ?? []
  if (marker === undefined) return null
  if (line.length === marker.length) return { from, to: start, insert: "", select: [from, from] }
  const next = `\n${indent}${bullet ?? `${Number(number) + 1}${dot}`} ${box === undefined ? "" : "[ ] "}`
  return { from: start, to: start, insert: next, select: [start + next.length, start + next.length] }
}
