import { expect, it } from "vitest"
import { CONTENT_LANGUAGES, FEED_LANGUAGES, languageTagOf } from "./contentLanguages.ts"

it("[S3-039] the content languages are the 26 of the specification", () => {
  expect(CONTENT_LANGUAGES.map(({ code }) => code)).toEqual(
    "EN DE FR IT ES ZH JP RU NL DK SV NO CA CS PL HU RO BG PT SK HR SR SL MK EL TR".split(" "),
  )
  for (const { language } of CONTENT_LANGUAGES) {
    expect(new Intl.DisplayNames(["en"], { type: "language" }).of(language)).not.toBe(language)
  }
})

it("[S3-040] the feed-language filter offers eight of them", () => {
  expect(FEED_LANGUAGES).toEqual(["EN", "DE", "FR", "ES", "ZH", "IT", "PT", "SV"])
  for (const code of FEED_LANGUAGES) expect(CONTENT_LANGUAGES.map((each) => each.code)).toContain(code)
})

it.each([
  ["JP", "ja"],
  ["DK", "da"],
  ["EN", "en"],
  ["zh", "zh"],
  ["All", undefined],
  ["", undefined],
  [undefined, undefined],
])("[S3-039] %s on the wire is %s in the library", (code, tag) => expect(languageTagOf(code)).toBe(tag))
