import { parseArgs } from "node:util"

export const LANGUAGES = ["en", "de", "zh-Hans", "zh-Hant"] as const
export const THEMES = ["light", "dark"] as const
export const PAGE_WIDTHS = ["375", "768", "1280"] as const

/** The selected pictures. */
export interface Choice {
  readonly pages: ReadonlyArray<string>
  readonly widths: ReadonlyArray<number>
  readonly themes: ReadonlyArray<(typeof THEMES)[number]>
  readonly languages: ReadonlyArray<(typeof LANGUAGES)[number]>
}

/** Parses `--pages=home,faq --widths=375 --themes=dark --languages=en,de`; omitted options select all. */
export function readChoice(parameters: ReadonlyArray<string>, pageNames: ReadonlyArray<string>): Choice {
  const option = { type: "string" } as const
  const { values } = parseArgs({
    args: [...parameters],
    options: { pages: option, widths: option, themes: option, languages: option },
  })
  return {
    pages: choose("pages", values.pages, pageNames),
    widths: choose("widths", values.widths, PAGE_WIDTHS).map(Number),
    themes: choose("themes", values.themes, THEMES),
    languages: choose("languages", values.languages, LANGUAGES),
  }
}

function choose<T extends string>(name: string, text: string | undefined, all: ReadonlyArray<T>): ReadonlyArray<T> {
  if (text === undefined) return all
  const wanted = text.split(",").map((one) => one.trim())
  const unknown = wanted.filter((one) => !(all as ReadonlyArray<string>).includes(one))
  if (unknown.length > 0) throw new RangeError(`--${name} knows no ${unknown.join(", ")}; there are ${all.join(", ")}`)
  return all.filter((one) => wanted.includes(one))
}
