import { expect, it } from "vitest"
import { negotiateLocale, readerLanguages } from "./negotiate.ts"

it.each([
  ["what the reader chose", "de", "zh-TW", "de"],
  ["no choice of ours is none", "fr", "de", "de"],
  ["nothing asked for", undefined, null, "en"],
  ["the best of several", undefined, "fr-CH, de;q=0.7, en;q=0.8", "en"],
  ["a region of a language", undefined, "de-AT", "de"],
  ["Taiwan", undefined, "zh-TW,zh;q=0.9,en;q=0.8", "zh-Hant"],
  ["Hong Kong", undefined, "zh-HK", "zh-Hant"],
  ["the script before the region", undefined, "zh-Hans-HK", "zh-Hans"],
  ["the script alone", undefined, "zh-Hant", "zh-Hant"],
  ["Singapore", undefined, "zh-SG", "zh-Hans"],
  ["Chinese of no place", undefined, "zh", "zh-Hans"],
  ["refused with q=0", undefined, "de;q=0, zh-TW;q=0.1", "zh-Hant"],
  ["nothing we speak", undefined, "fr, it", "en"],
  ["nonsense", undefined, ";;;,,q=,-", "en"],
  ["a header that is no browser's", undefined, "de,".repeat(1_000), "en"],
] as const)("%s", (_, chosen, asked, locale) => expect(negotiateLocale(chosen, asked)).toBe(locale))

it.each([
  [undefined, "de-AT,de;q=0.9,en;q=0.8", ["de", "en"]],
  ["zh-Hant", "de-AT,en;q=0.8", ["zh", "de", "en"]],
  ["en", null, ["en"]],
  [undefined, null, []],
  [undefined, "*", []],
  [undefined, "x".repeat(501), []],
  [undefined, "fr;q=0, it;q=0.5, <b>;q=1", ["it"]],
])("reads with %j chosen and %j asked for by the browser the languages %j", (chosen, asked, languages) => {
  expect(readerLanguages(chosen, asked)).toEqual(languages)
})
