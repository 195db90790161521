import type { Locale } from "../../i18n/locales.ts"
import { CONTENT_LANGUAGES } from "../../lib/contentLanguages.ts"

interface Target {
  /** What stands on the wire. */
  readonly code: string
  readonly language: string
  readonly name: string
}

/** Chinese is written in two ways, and who reads one of them wants that one. */
const CHINESE: ReadonlyArray<Target> = [
  { code: "zh-Hans", language: "zh-Hans", name: "简体中文" },
  { code: "zh-Hant", language: "zh-Hant", name: "繁體中文" },
]

/** The languages into which an item may be translated, each by its own name. */
export const TARGETS: ReadonlyArray<Target> = CONTENT_LANGUAGES.flatMap((each) =>
  each.language === "zh" ? CHINESE : [each],
)

/** The language that a reader most likely wants: their own, or, where the item is in it already, the first other one. */
export const targetFor = (locale: Locale, language: string | null): string => {
  const own = locale.startsWith("zh") ? locale : locale.toUpperCase()
  const isOwn = language?.toLowerCase().split("-")[0] === locale.split("-")[0]
  return isOwn ? (TARGETS.find(({ code }) => code !== own)?.code ?? own) : own
}
