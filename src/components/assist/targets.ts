import type { Locale } from "../../i18n/locales.ts"
import { CONTENT_LANGUAGES } from "../../lib/contentLanguages.ts"

interface Target {
  /** The code on the wire. */
  readonly code: string
  readonly language: string
  readonly name: string
}

/** Chinese has two scripts as separate targets. */
const CHINESE: ReadonlyArray<Target> = [
  { code: "zh-Hans", language: "zh-Hans", name: "简体中文" },
  { code: "zh-Hant", language: "zh-Hant", name: "繁體中文" },
]

/** Target languages by their native names. */
export const TARGETS: ReadonlyArray<Target> = CONTENT_LANGUAGES.flatMap((each) =>
  each.language === "zh" ? CHINESE : [each],
)

/** The preselected target: the reader's language, or the first other one if the item is in it. */
export const targetFor = (locale: Locale, language: string | null): string => {
  const own = locale.startsWith("zh") ? locale : locale.toUpperCase()
  const isOwn = language?.toLowerCase().split("-")[0] === locale.split("-")[0]
  return isOwn ? (TARGETS.find(({ code }) => code !== own)?.code ?? own) : own
}
