/** Elements whose content nobody reads. */
const UNREAD = new Set(["script", "style", "template", "head", "title", "noscript", "meta", "link"])
const BLOCKS = new Set(
  "p div section article main header footer aside nav figure figcaption address dl dt dd details summary table form".split(
    " ",
  ),
)
/** Deeper markup is read as its text. */
const DEPTH_MAX = 60

/**
 * Markdown of pasted HTML: headings, emphasis, links, lists, quotes, code, tables and rules. Everything else keeps its
 * words. Pictures become links, because their addresses belong to others. Nothing of the HTML is run: it comes from an
 * inert document.
 */
export const htmlToMarkdown = (body: Element): string =>
  blocksOf(body, 0)
    .join("\n\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()

/** The blocks of an element; words between them are paragraphs. */
const blocksOf = (parent: Element, depth: number): ReadonlyArray<string> => {
  const blocks: Array<string> = []
  let line = ""
  const end = () => {
    const text = tidy(line)
    if (text !== "") blocks.push(escapeStart(text))
    line = ""
  }
  for (const node of parent.childNodes) {
    const block = isElement(node) ? blockOf(node, depth + 1) : null
    if (block === null) line += inlineOf(node, depth + 1)
    else {
      end()
      blocks.push(...block)
    }
  }
  end()
  return blocks
}

/** The blocks of an element, or null if it stands within a line. */
const blockOf = (element: Element, depth: number): ReadonlyArray<string> | null => {
  const name = element.localName
  if (UNREAD.has(name)) return []
  if (depth > DEPTH_MAX) return [escapeText(element.textContent ?? "")]
  const heading = /^h([1-6])$/.exec(name)?.[1]
  if (heading !== undefined) {
    // The title of the post is the first level.
    const text = tidy(inlineOf(element, depth)).replaceAll("\n", " ")
    return text === "" ? [] : [`${"#".repeat(Math.max(1, Number(heading) - 1))} ${text}`]
  }
  switch (name) {
    case "ul":
    case "ol":
      return [listOf(element, depth)]
    case "blockquote":
      return [prefixed(blocksOf(element, depth).join("\n\n"), "> ", "> ")]
    case "pre": {
      const text = (element.textContent ?? "").replace(/\n$/, "")
      const fence = "`".repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)))
      return text.trim() === "" ? [] : [`${fence}\n${text}\n${fence}`]
    }
    case "hr":
      return ["---"]
    case "table":
      return tableOf(element, depth)
    default:
      return BLOCKS.has(name) || element.querySelector("p,div,ul,ol,h1,h2,h3,blockquote,pre,table") !== null
        ? blocksOf(element, depth)
        : null
  }
}

const listOf = (list: Element, depth: number): string => {
  let number = Number(list.getAttribute("start") ?? 1) || 1
  const items: Array<string> = []
  for (const item of list.children) {
    const marker = list.localName === "ol" ? `${number++}. ` : "- "
    const text = blocksOf(item, depth + 1).join("\n")
    if (text !== "") items.push(prefixed(text, marker, " ".repeat(marker.length)))
  }
  return items.join("\n")
}

const tableOf = (table: Element, depth: number): ReadonlyArray<string> => {
  const rows = [...table.querySelectorAll("tr")].map((row) =>
    [...row.children].map((cell) => tidy(inlineOf(cell, depth + 1)).replaceAll("\n", " ")),
  )
  const width = Math.max(0, ...rows.map((row) => row.length))
  // Pages and mails are laid out with tables of one column.
  if (width < 2 || rows.length < 2) return blocksOfRows(table, depth)
  const lines = rows.map((row) => `| ${Array.from({ length: width }, (_, at) => row[at] ?? "").join(" | ")} |`)
  return [[lines[0], `|${" - |".repeat(width)}`, ...lines.slice(1)].join("\n")]
}
const blocksOfRows = (table: Element, depth: number): ReadonlyArray<string> =>
  [...table.querySelectorAll("td,th")].flatMap((cell) => blocksOf(cell, depth + 1))

const inlineOf = (node: Node, depth: number): string => {
  if (node.nodeType === TEXT) return escapeText((node.nodeValue ?? "").replace(/[\t\n\r ]+/g, " "))
  if (!isElement(node) || UNREAD.has(node.localName)) return ""
  if (depth > DEPTH_MAX) return escapeText(node.textContent ?? "")
  const inner = () => [...node.childNodes].map((child) => inlineOf(child, depth + 1)).join("")
  switch (node.localName) {
    case "br":
      return "\\\n"
    case "b":
    case "strong":
      // Google Docs wraps everything in a bold element that is not bold.
      return /font-weight:\s*(?:normal|400)/.test(node.getAttribute("style") ?? "") ? inner() : marked(inner(), "**")
    case "i":
    case "em":
      return marked(inner(), "*")
    case "s":
    case "del":
    case "strike":
      return marked(inner(), "~~")
    case "code":
    case "kbd":
    case "samp":
    case "tt": {
      const text = (node.textContent ?? "").trim()
      return text === "" || text.includes("`") ? escapeText(text) : `\`${text}\``
    }
    case "a":
      return linkOf(inner(), node.getAttribute("href") ?? "")
    case "img":
      return linkOf(escapeText(node.getAttribute("alt") ?? ""), node.getAttribute("src") ?? "")
    case "span": {
      const style = node.getAttribute("style") ?? ""
      const bold = /font-weight:\s*(?:bold|[6-9]00)/.test(style) ? marked(inner(), "**") : inner()
      return /font-style:\s*italic/.test(style) ? marked(bold, "*") : bold
    }
    default:
      return inner()
  }
}

const linkOf = (text: string, address: string): string => {
  const words = tidy(text).replaceAll("\n", " ")
  if (words === "") return ""
  if (!/^(?:https?:\/\/|mailto:)/i.test(address) || /[\s<>]/.test(address)) return text
  return `[${words}](${/[()]/.test(address) ? `<${address}>` : address})`
}

/** Marks beside spaces are no marks. */
const marked = (text: string, mark: string): string => {
  const [, before = "", core = "", after = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? []
  return core === "" || core.startsWith(mark) ? text : `${before}${mark}${core}${mark}${after}`
}

const tidy = (line: string): string =>
  line
    .replace(/ {2,}/g, " ")
    .replace(/(?:\\\n)+\s*$/, "")
    .trim()
const prefixed = (text: string, first: string, rest: string): string =>
  text
    .split("\n")
    .map((line, at) => `${at === 0 ? first : rest}${line}`.trimEnd())
    .join("\n")

/** Characters that would become marks. */
const escapeText = (text: string): string => text.replace(/[\\`*_[\]<~|]/g, "\\$&").replaceAll("\u00a0", " ")
/** Words that begin a line as a mark would. */
const escapeStart = (text: string): string =>
  text.replace(/^(\s*)(#{1,6}(?= )|[-+>](?= )|>)/, "$1\\$2").replace(/^(\s*\d{1,9})([.)])(?= )/, "$1\\$2")

const TEXT = 3
const ELEMENT = 1
const isElement = (node: Node): node is Element => node.nodeType === ELEMENT
