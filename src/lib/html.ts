/** Escaped markup. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Content of a template. Undefined, null and false render as nothing. */
export type Content = Html | string | number | undefined | null | false | ReadonlyArray<Html>

/**
 * Renders markup like an Astro template, for fragments that occur fifty times on a page: text is escaped, markup is not, and
 * line breaks between tags are removed. Attributes need double quotes; optional ones are rendered by `attribute`.
 */
export const html = (parts: TemplateStringsArray, ...contents: ReadonlyArray<Content>): Html => {
  const fixed = tidied(parts)
  let text = fixed[0] ?? ""
  for (let at = 0; at < contents.length; at++) text += written(contents[at]) + (fixed[at + 1] ?? "")
  return new Html(text)
}

/** ` name="value"`, or nothing without a value. */
export const attribute = (name: string, value: string | number | undefined): Html =>
  value === undefined ? NOTHING : new Html(` ${name}="${written(value)}"`)

const NOTHING = new Html("")

const written = (content: Content): string => {
  if (typeof content === "string") return escaped(content)
  if (content instanceof Html) return content.text
  if (content === undefined || content === null || content === false) return ""
  return typeof content === "number" ? String(content) : content.map(({ text }) => text).join("")
}

const SPECIAL = /[&<>"']/
const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

const escaped = (text: string): string =>
  SPECIAL.test(text) ? text.replace(/[&<>"']/g, (special) => ENTITIES[special] ?? "") : text

/** The static parts of each template, cached. */
const known = new WeakMap<TemplateStringsArray, ReadonlyArray<string>>()
const tidied = (parts: TemplateStringsArray): ReadonlyArray<string> => {
  const tidy = known.get(parts)
  if (tidy !== undefined) return tidy
  const made = parts.map((part) => part.replace(/^\s*\n\s*|\s*\n\s*$|(?<=>)\s*\n\s*|\s*\n\s*(?=<)/g, ""))
  known.set(parts, made)
  return made
}
