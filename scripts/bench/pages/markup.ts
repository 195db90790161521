import { Parser } from "htmlparser2"

/** Markup as a bare page would be written: what differs from item to item is a value, all else stands in the page. */
export interface Markup {
  /** Before and after the list of days, as it is. */
  readonly before: string
  readonly after: string
  /** Each kind of item as the source of an Astro element, whose n-th value is `v[n]`. */
  readonly shapes: ReadonlyArray<string>
  readonly days: ReadonlyArray<{
    readonly open: string
    readonly items: ReadonlyArray<{ readonly shape: number; readonly values: ReadonlyArray<string> }>
  }>
}

const LIST = /<section[^>]*>\s*<h2 class="day"[\s\S]*<\/article>\s*<\/section>/
const DAY = /<section[^>]*>\s*<h2 class="day"[\s\S]*?<\/h2>/g
const ARTICLE = /<article[\s\S]*?<\/article>/g

/** Takes a rendered newsfeed apart into the parts of a page that would render the same. */
export const takeApart = (html: string): Markup => {
  const list = LIST.exec(html)
  if (list === null) throw new Error("there is no list of days in the page")
  const shapes: Array<string> = []
  const heads = [...list[0].matchAll(DAY)]
  const days = heads.map((head, place) => {
    const part = list[0].slice(head.index, heads[place + 1]?.index)
    const items = [...part.matchAll(ARTICLE)].map(([article]) => {
      const { template, values } = templateOf(article)
      if (!shapes.includes(template)) shapes.push(template)
      return { shape: shapes.indexOf(template), values }
    })
    return { open: head[0], items }
  })
  return { before: html.slice(0, list.index), after: html.slice(list.index + list[0].length), shapes, days }
}

const VOID = new Set(["img", "input", "br", "path"])
/** Attributes that say what an element is, and not what it shows. */
const FIXED =
  /^(?:class|data-astro-|width|height|loading|decoding|fetchpriority|tabindex|aria-hidden|viewBox|fill|stroke|d$|alt)/

const templateOf = (article: string): { readonly template: string; readonly values: ReadonlyArray<string> } => {
  let template = ""
  const values: Array<string> = []
  const hole = (value: string) => `{v[${values.push(value) - 1}]}`
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const written = Object.entries(attributes).map(([key, value]) =>
          FIXED.test(key) ? `${key}="${value}"` : `${key}=${hole(value)}`,
        )
        template += `<${[name, ...written].join(" ")}${VOID.has(name) ? " /" : ""}>`
      },
      ontext: (text) => {
        template += text.trim() === "" ? text : hole(text)
      },
      onclosetag: (name) => {
        if (!VOID.has(name)) template += `</${name}>`
      },
    },
    { decodeEntities: true, recognizeSelfClosing: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
  )
  parser.end(article)
  return { template, values }
}
