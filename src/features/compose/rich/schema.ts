import { type DOMOutputSpec, type MarkSpec, type NodeSpec, Schema } from "prosemirror-model"

/** The title of the post is the first level of headings. */
const HEADING_LEVEL_MAX = 6

const ADDRESS = /^(?:https?:\/\/|mailto:|tel:|media:|#|\/(?![/\\]))/i

const headings = [1, 2, 3, 4, 5, 6].map((level) => ({
  tag: `h${level}`,
  attrs: { level: Math.max(1, level - 1) },
}))

const imageAttributes = { src: { default: "" }, alt: { default: "" }, title: { default: null } }
const readImage = (element: HTMLElement) => ({
  src: element.dataset["src"] ?? "",
  alt: element.dataset["alt"] ?? "",
  title: element.dataset["title"] ?? null,
})
const imageData = ({ src, alt, title }: Record<string, unknown>): Record<string, string> => ({
  "data-src": String(src),
  "data-alt": String(alt),
  ...(title === null ? {} : { "data-title": String(title) }),
})

const cell = (tag: "th" | "td"): NodeSpec => ({
  content: "inline*",
  isolating: true,
  attrs: { align: { default: null } },
  parseDOM: [
    { tag, getAttrs: (element) => ({ align: /align-(left|center|right)/.exec(element.className)?.[1] ?? null }) },
  ],
  toDOM: ({ attrs }): DOMOutputSpec => [tag, attrs["align"] === null ? {} : { class: `align-${attrs["align"]}` }, 0],
})

const isTight = { tight: { default: true } }

/**
 * The schema of the rich editor: what posts can have, and nothing else, so that pasted markup cannot bring anything in.
 * The server reads Markdown into it (core/publishing/richText).
 */
const nodes: Readonly<Record<string, NodeSpec>> = {
  doc: { content: "(block | top)+ (footnote | definition)*" },
  paragraph: { content: "(inline | hard_break)*", group: "block", parseDOM: [{ tag: "p" }], toDOM: () => ["p", 0] },
  heading: {
    ...{ content: "inline*", group: "block", defining: true, attrs: { level: { default: 1 } } },
    parseDOM: headings,
    toDOM: ({ attrs }) => [`h${Math.min(Number(attrs["level"]) + 1, HEADING_LEVEL_MAX)}`, 0],
  },
  blockquote: {
    ...{ content: "block+", group: "block", defining: true },
    parseDOM: [{ tag: "blockquote" }],
    toDOM: () => ["blockquote", 0],
  },
  bullet_list: {
    ...{ content: "list_item+", group: "block", attrs: isTight },
    parseDOM: [{ tag: "ul" }],
    toDOM: () => ["ul", 0],
  },
  ordered_list: {
    ...{ content: "list_item+", group: "block", attrs: { start: { default: 1 }, ...isTight } },
    parseDOM: [{ tag: "ol", getAttrs: (element) => ({ start: (element as HTMLOListElement).start }) }],
    toDOM: ({ attrs }) => ["ol", attrs["start"] === 1 ? {} : { start: String(attrs["start"]) }, 0],
  },
  list_item: {
    ...{ content: "block+", defining: true, attrs: { isDone: { default: null } } },
    parseDOM: [
      {
        tag: "li",
        getAttrs: ({ dataset }) => ({ isDone: dataset["done"] === undefined ? null : dataset["done"] === "true" }),
      },
    ],
    toDOM: ({ attrs }) => ["li", attrs["isDone"] === null ? {} : { "data-done": String(attrs["isDone"]) }, 0],
  },
  code_block: {
    ...{ content: "text*", marks: "", group: "block", code: true, defining: true },
    attrs: { info: { default: "" }, isBlank: { default: false } },
    parseDOM: [
      {
        ...{ tag: "pre", preserveWhitespace: "full" },
        getAttrs: ({ dataset }) => ({ info: dataset["info"] ?? "" }),
      },
    ],
    toDOM: ({ attrs }) => ["pre", attrs["info"] === "" ? {} : { "data-info": String(attrs["info"]) }, ["code", 0]],
  },
  horizontal_rule: { group: "block", parseDOM: [{ tag: "hr" }], toDOM: () => ["hr"] },
  gallery: {
    ...{ content: "media+", group: "top" },
    parseDOM: [{ tag: "div[data-gallery]" }],
    toDOM: () => ["div", { class: "gallery", "data-gallery": "" }, 0],
  },
  media: {
    ...{ atom: true, draggable: true, attrs: imageAttributes },
    parseDOM: [{ tag: "figure[data-src]", getAttrs: readImage }],
    toDOM: ({ attrs }) => ["figure", imageData(attrs)],
  },
  card: {
    ...{ atom: true, group: "top", attrs: { href: {} } },
    parseDOM: [{ tag: "p[data-card]", priority: 60, getAttrs: ({ dataset }) => ({ href: dataset["card"] }) }],
    toDOM: ({ attrs }) => [
      "p",
      { class: "link-card", "data-card": String(attrs["href"]) },
      ["span", String(attrs["href"])],
    ],
  },
  definition: {
    ...{ atom: true, group: "top", attrs: { source: {} } },
    parseDOM: [
      { tag: "pre[data-definition]", priority: 60, getAttrs: ({ dataset }) => ({ source: dataset["definition"] }) },
    ],
    toDOM: ({ attrs }) => ["pre", { class: "definition", "data-definition": attrs["source"] }, String(attrs["source"])],
  },
  footnote: {
    ...{ content: "block+", defining: true, isolating: true, attrs: { label: {} } },
    parseDOM: [{ tag: "div[data-footnote]", getAttrs: ({ dataset }) => ({ label: dataset["footnote"] }) }],
    toDOM: ({ attrs }) => ["div", { class: "footnote", "data-footnote": String(attrs["label"]) }, 0],
  },
  table: {
    ...{ content: "table_head table_row*", group: "block", isolating: true },
    parseDOM: [{ tag: "table" }],
    toDOM: () => ["div", { class: "table" }, ["table", ["tbody", 0]]],
  },
  table_head: {
    content: "table_header+",
    parseDOM: [{ tag: "tr[data-head]", priority: 60 }],
    toDOM: () => ["tr", { "data-head": "" }, 0],
  },
  table_row: { content: "table_cell*", parseDOM: [{ tag: "tr" }], toDOM: () => ["tr", 0] },
  table_header: cell("th"),
  table_cell: cell("td"),
  text: { group: "inline" },
  hard_break: {
    ...{ inline: true, selectable: false },
    parseDOM: [{ tag: "br" }],
    toDOM: () => ["br"],
  },
  image: {
    ...{ inline: true, atom: true, group: "inline", draggable: true, attrs: imageAttributes },
    parseDOM: [{ tag: "span[data-src]", getAttrs: readImage }],
    toDOM: ({ attrs }) => ["span", imageData(attrs)],
  },
  footnote_ref: {
    ...{ inline: true, atom: true, group: "inline", attrs: { label: {} } },
    parseDOM: [{ tag: "sup[data-ref]", getAttrs: ({ dataset }) => ({ label: dataset["ref"] }) }],
    toDOM: ({ attrs }) => ["sup", { "data-ref": String(attrs["label"]) }, String(attrs["label"])],
  },
}

/** In the order of RICH_MARKS. */
const marks: Readonly<Record<string, MarkSpec>> = {
  link: {
    attrs: { href: {}, title: { default: null } },
    inclusive: false,
    parseDOM: [
      {
        tag: "a[href]",
        getAttrs: (element) => {
          const href = element.getAttribute("href") ?? ""
          return ADDRESS.test(href) ? { href, title: element.getAttribute("title") } : false
        },
      },
    ],
    toDOM: ({ attrs }) => [
      "a",
      { href: attrs["href"], ...(attrs["title"] === null ? {} : { title: attrs["title"] }) },
      0,
    ],
  },
  strong: {
    parseDOM: [
      { tag: "strong" },
      // Google Docs wraps everything in a bold element that is not bold.
      { tag: "b", getAttrs: (element) => (element.style.fontWeight === "normal" ? false : null) },
      { style: "font-weight", getAttrs: (value) => (/^(?:bold(?:er)?|[6-9]\d{2})$/.test(value) ? null : false) },
    ],
    toDOM: () => ["strong", 0],
  },
  em: { parseDOM: [{ tag: "i" }, { tag: "em" }, { style: "font-style=italic" }], toDOM: () => ["em", 0] },
  strike: {
    parseDOM: [{ tag: "s" }, { tag: "del" }, { tag: "strike" }, { style: "text-decoration=line-through" }],
    toDOM: () => ["s", 0],
  },
  code: {
    code: true,
    parseDOM: [{ tag: "code" }, { tag: "kbd" }, { tag: "samp" }, { tag: "tt" }],
    toDOM: () => ["code", 0],
  },
}

export const schema = new Schema({ nodes, marks })

/** A type of node of the schema. @throws if it has none of this name */
export const nodeType = (name: string) => {
  const type = schema.nodes[name]
  if (type === undefined) throw new Error(`The schema has no node "${name}".`)
  return type
}
export const markType = (name: string) => {
  const type = schema.marks[name]
  if (type === undefined) throw new Error(`The schema has no mark "${name}".`)
  return type
}
export { ADDRESS }
