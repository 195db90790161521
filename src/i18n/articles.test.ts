import { describe, expect, it } from "vitest"
import { accessOf } from "../lib/access.ts"
import { type Block, piecesOf } from "./article.ts"
import { crypto, faq, howToBuy } from "./articles.ts"
import { LOCALES } from "./locales.ts"
import { welcome, welcomeLanguages } from "./welcome.ts"

const shapeOf = (block: Block) => {
  if (typeof block === "string") return "text"
  return "list" in block ? `list ${block.list.length}` : `steps ${block.steps.length}`
}
const linesOf = (block: Block): ReadonlyArray<string> =>
  typeof block === "string" ? [block] : "list" in block ? block.list : block.steps

describe.each([
  ["Why Crypto", crypto],
  ["How to buy crypto", howToBuy],
])("%s", (_, texts) => {
  it.each(LOCALES)("says as much in %s as in English", (locale) => {
    const shape = (sections: typeof texts.en.sections) => sections.map(({ blocks }) => blocks.map(shapeOf))
    expect(shape(texts[locale].sections)).toEqual(shape(texts.en.sections))
  })
})

describe("the FAQ", () => {
  it.each(LOCALES)("answers the same questions in %s as in English", (locale) => {
    const shape = (parts: typeof faq.en.parts) =>
      parts.map((part) => part.questions.map(({ answer }) => answer.map(shapeOf)))
    expect(shape(faq[locale].parts)).toEqual(shape(faq.en.parts))
  })

  it("[S2-040] explains what subscribers are at the seventh question of the first part", () => {
    expect(faq.en.parts[0]?.questions[6]?.question).toBe("What are subscribers?")
  })
})

it("[S1-004] the welcome text names 400,000 items and 9 languages in English, German and French", () => {
  expect(welcomeLanguages("en")).toEqual(["en", "de", "fr"])
  expect(welcomeLanguages("zh-Hant")).toEqual(["zh-Hant", "en", "de", "fr"])
  expect(welcome.en.lead).toMatch(/over 400,000 items in 9 languages/)
  expect(welcome.de.lead).toMatch(/über 400\.000 Beiträgen in 9 Sprachen/)
  expect(welcome.fr.lead).toMatch(/plus de 400[\s\u202f\u00a0]000 contenus en 9 langues/)
})

/** All lines of the three texts in a language. */
const linesIn = (locale: (typeof LOCALES)[number]): ReadonlyArray<string> => [
  ...[crypto, howToBuy].flatMap((texts) => texts[locale].sections.flatMap(({ blocks }) => blocks)).flatMap(linesOf),
  ...faq[locale].parts.flatMap(({ questions }) => questions.flatMap(({ answer }) => answer)).flatMap(linesOf),
]

it.each(LOCALES)("prices in the texts name their currency in %s", (locale) => {
  const prices = linesIn(locale).flatMap((line) => line.match(/(?<![\d.,])(?:10|120)(?![\d.,%]).{0,8}/g) ?? [])
  const amounts = prices.filter(
    (price) => !/^(?:10|120)\s*(?:個|个|条|條|feeds?|Feeds?|minutes?|Minuten?|分)/.test(price),
  )
  expect(amounts.length).toBeGreaterThan(2)
  for (const price of amounts) expect(price).toMatch(/euro|Euro|欧元|歐元/)
})

it("the answers promise neither a size of the library nor anything that needs no script to work", () => {
  const text = linesIn("en").join("\n")
  expect(text).not.toMatch(/400,000/)
  expect(text).not.toMatch(/following does not|field on the newsfeed|player in the feed/i)
})

it("every link in a text leads to a page that a guest may see", () => {
  const articles = [crypto, howToBuy].flatMap((texts) =>
    LOCALES.flatMap((locale) => texts[locale].sections.flatMap(({ blocks }) => blocks)),
  )
  const answers = LOCALES.flatMap((locale) =>
    faq[locale].parts.flatMap(({ questions }) => questions.flatMap(({ answer }) => answer)),
  )
  const links = [...articles, ...answers]
    .flatMap(linesOf)
    .flatMap(piecesOf)
    .flatMap(({ href }) => href ?? [])
  expect(links.length).toBeGreaterThan(8)
  for (const link of links) expect(accessOf(link.replace(/#.*/, "")), link).toBe("public")
})

it("takes a text apart at its links", () => {
  expect(piecesOf("See [the FAQ](/faq) or [this](/a#b).")).toEqual([
    { text: "See " },
    { text: "the FAQ", href: "/faq" },
    { text: " or " },
    { text: "this", href: "/a#b" },
    { text: "." },
  ])
  expect(piecesOf("[x](https://elsewhere.example)")).toEqual([{ text: "[x](https://elsewhere.example)" }])
})
