import { Parser } from "htmlparser2"

/** Markup of a bare page: the values that differ between items are data, everything else is template. */
export interface Markup {
  /** The unchanged markup before and after the list of days. */
  readonly before: string
  readonly after: string
  /** The Astro source of each kind of item, which renders its n-th value as `v[n]`. */
  readonly shapes: ReadonlyArray<string>
  readonly days: ReadonlyArray<{
    readonly open: string
    readonly items: ReadonlyArray<{ readonly shape: number; readonly values: ReadonlyArray<string> }>
  }>
}

const LIST = /<section[^>]*>\s*<h2 class="day"[\s\S]*<\/article>\s*<\/section>/
const DAY = /<section[^>]*>\s*<h2 class="day"[\s\S]*?<\/h2>/g
const ARTICLE = /<article[\s\S]*?<\/article>/g

/** Splits a rendered newsfeed into the parts of an equivalent page. */
export const splitMarkup = (html: string): Markup => {
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
/** Attributes that identify an element and do not affect its content. */
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
