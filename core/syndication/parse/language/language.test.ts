import { describe, expect, it } from "vitest"
import { detectLanguage } from "./detectLanguage.ts"
import { languageSubtag, normaliseLanguageTag } from "./normaliseLanguageTag.ts"
import { resolveFeedLanguage, resolveLanguage } from "./resolveLanguage.ts"
import { SENTENCES } from "./sentences.controls.ts"

describe("[S3-039] each of the 26 content languages", () => {
  it.each(Object.entries(SENTENCES))("%s is known by the beginning of an article", (language, [article]) => {
    expect(detectLanguage(article)?.language).toBe(language)
    expect(resolveLanguage(null, article)).toBe(language)
  })

  it("is known by most of its headlines, and hardly ever taken for another", () => {
    const headlines = Object.entries(SENTENCES).flatMap(([language, [, ...lines]]) =>
      lines.map((line) => ({ language, line, settled: resolveLanguage(null, line) })),
    )
    const wrong = headlines.filter(({ language, settled }) => settled !== language && settled !== "und")
    const right = headlines.filter(({ language, settled }) => settled === language)
    expect(headlines).toHaveLength(52)
    expect(wrong.map(({ line, settled }) => `${line}: ${settled}`)).toEqual([])
    expect(right.length).toBeGreaterThanOrEqual(44)
  })
})

describe("what the publisher declares", () => {
  it.each([
    ["en-US", SENTENCES["en"]?.[0] ?? "", "en-US"],
    ["en-US", SENTENCES["de"]?.[0] ?? "", "de"],
    ["en", SENTENCES["zh"]?.[0] ?? "", "zh"],
    ["en", "Iyo Matsuyama 松山", "en"],
    ["de", "Interview", "de"],
    ["sr", SENTENCES["hr"]?.[0] ?? "", "sr"],
    ["pt-BR", SENTENCES["pt"]?.[0] ?? "", "pt-BR"],
    ["nb-NO", "", "no-NO"],
    ["zh-Hant", "新橋", "zh-Hant"],
    [null, "", "und"],
    [null, "2026-11-20 14:30", "und"],
    [null, "Bzzt Krrr", "und"],
    ["und", "Warum die neue Brücke nicht rechtzeitig fertig wurde", "de"],
  ])("%s over “%s” is filed as %s", (declared, text, language) => {
    expect(resolveLanguage(normaliseLanguageTag(declared), text)).toBe(language)
  })

  it.each([
    ["jp", "ja"],
    ["dk", "da"],
    ["gre", "el"],
    ["nn", "no"],
    ["mul", null],
    ["x-klingon", null],
    [null, null],
  ])("%s is filed as %s", (tag, filed) => expect(languageSubtag(tag)).toBe(filed))

  it("of a feed is what it says, else what most of its items speak", () => {
    expect(resolveFeedLanguage("de", ["en", "en"])).toBe("de")
    expect(resolveFeedLanguage(null, ["en", "en", "und"])).toBe("en")
    expect(resolveFeedLanguage(null, ["en", "de", "und"])).toBeNull()
    expect(resolveFeedLanguage(null, [])).toBeNull()
  })
})

it("takes no time over long texts", () => {
  const article = Object.values(SENTENCES)
    .map(([text]) => text)
    .join(" ")
    .repeat(500)
  const start = process.cpuUsage()
  for (let time = 0; time < 100; time++) detectLanguage(article)
  expect(process.cpuUsage(start).user / 1_000).toBeLessThan(2_000)
})
