import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { lowerCase, stripMarks } from "./foldWord.ts"
import { hitsIn, marksOf } from "./marks.ts"
import { isLongEnough, parseQuery } from "./parseQuery.ts"
import { readSearch } from "./readSearch.ts"
import { SNIPPET_LENGTH_MAX, snippetOf } from "./snippetOf.ts"
import { termPositions } from "./termPositions.ts"
import { STEMMED_LANGUAGES, termOf } from "./termsOf.ts"
import { TOKEN_LENGTH_MAX, tokenise } from "./tokenise.ts"

const tokens = (text: string) => [...tokenise(text)].map(({ kind, text: of }) => `${kind} ${of}`)
const term = (word: string, language: string) => [...tokenise(word)].map((token) => termOf(token, language)).at(0)

describe("tokens", () => {
  it.each([
    ["Rock & roll", ["word Rock", "word roll"]],
    ["1,000 or 1.000", ["number 1000", "word or", "number 1000"]],
    ["C++ and C#", ["word C++", "word and", "word C#"]],
    ["日本ab", ["char 日", "char 本", "word ab"]],
    [
      "see www.Docs.example.org/x",
      ["word see", "host docs.example.org", "word www", "word Docs", "word example", "word org"],
    ],
    ["#DeepSea", ["hashtag #deepsea", "word DeepSea"]],
    ["ﬁne ｶﾞ", ["word fine", "char ガ"]],
    ["", []],
  ])("%j", (text, expected) => {
    expect(tokens(text).slice(0, expected.length)).toEqual(expected)
  })

  it("are within the text, in order and bounded, for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => {
        let words = 0
        for (const { kind, text: of, start, end } of tokenise(text)) {
          expect(of.length).toBeLessThanOrEqual(TOKEN_LENGTH_MAX)
          expect(start).toBeGreaterThanOrEqual(0)
          expect(end).toBeLessThanOrEqual(text.length)
          if (kind === "host" || kind === "hashtag") continue
          expect(start).toBeGreaterThanOrEqual(words)
          words = start
        }
      }),
    )
  })

  it("take linear time", () => {
    for (const text of ["a.".repeat(50_000), "http://a".repeat(20_000), "#".repeat(100_000), "ｶﾞ".repeat(50_000)]) {
      const began = process.cpuUsage()
      for (const _ of tokenise(text));
      expect(process.cpuUsage(began).user / 1_000).toBeLessThan(5_000)
    }
  })
})

describe("terms", () => {
  it.each([
    ["ferries", "en", "ferri/en"],
    ["Häuser", "de", "haus/de"],
    ["économies", "fr", term("économie", "fr")],
    ["STRASSE", "de", term("Straße", "de")],
    ["İstanbul", "tr", term("istanbul", "tr")],
    // A distinct letter in Swedish, a diacritic elsewhere.
    ["för", "sv", "för/sv"],
    ["för", "und", "for"],
    ["año", "es", "año/es"],
    ["ёлка", "ru", term("елка", "ru")],
    // A word in another script is the same in all languages.
    ["iPhone", "ru", "iphone"],
    ["經濟", "zh", "经济"],
    ["経済", "ja", "经济"],
  ])("%s in %s is %s", (word, language, expected) => {
    expect(term(word, language)).toBe(expected)
  })
})

describe("a typed search", () => {
  it("is parsed as words, phrases, exclusions and operators", () => {
    expect(
      parseQuery('ferry -strike "night boat" site:example.org -lang:de tag:"deep sea" 「河岸」').map(
        ({ kind, text, isExcluded }) => `${isExcluded ? "-" : ""}${kind} ${text}`,
      ),
    ).toEqual([
      "words ferry",
      "-words strike",
      "phrase night boat",
      "site example.org",
      "-lang de",
      "tag deep sea",
      "phrase 河岸",
    ])
    expect(parseQuery("tag: lang:").map(({ kind }) => kind)).toEqual([])
    expect(parseQuery("a ".repeat(100))).toHaveLength(16)
  })

  it("is long enough from three bytes of UTF-8", () => {
    expect(["ab", "abc", "é1", "é", "新", " ab "].map(isLongEnough)).toEqual([false, true, true, false, true, false])
  })

  it("requires the terms under which the same words are indexed, in every language", () => {
    for (const [text, language] of [
      ["Ferries return", "en"],
      ["Größere Züge", "de"],
      ["夜间渡轮恢复通航", "zh"],
      ["ﾊｲｷﾝｸﾞｶﾞｲﾄﾞ", "ja"],
    ] as const) {
      const { branches } = readSearch(text)
      const branch = branches.find(({ languages }) => languages.includes(language)) ?? branches.at(-1)
      const indexed = new Set(termPositions(text, language, 100).map(([each]) => each))
      for (const need of branch?.needs ?? []) {
        expect(need.some((sequence) => sequence.every((sought) => indexed.has(sought.text)))).toBe(true)
      }
    }
  })
})

describe("matches", () => {
  const needsOf = (typed: string) => readSearch(typed, ["en"]).branches[0]?.needs ?? []
  const marked = (text: string, typed: string) =>
    marksOf(hitsIn(text, needsOf(typed), "en")).map(([from, to]) => text.slice(from, to))

  it.each([
    ["The ferries are running", "run ferry", ["ferries", "running"]],
    ["night ferry, ferry by night", '"night ferry"', ["night ferry"]],
    ["A&B is not AB", "nothing", []],
  ])("in %s for the search %s", (text, typed, expected) => {
    expect(marked(text, typed)).toEqual(expected)
  })

  it("are within a snippet that satisfies as many needs as possible", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("ferry", "night", "日本", "a", "😀", "été"), { maxLength: 200 }),
        (words) => {
          const { text, marks } = snippetOf(words.join(" "), needsOf("night ferry"), "en")
          expect(text.length).toBeLessThanOrEqual(SNIPPET_LENGTH_MAX + 2)
          let last = 0
          for (const [from, to] of marks) {
            expect(from).toBeGreaterThanOrEqual(last)
            expect(["ferry", "night"]).toContain(text.slice(from, to).toLowerCase())
            last = to
          }
          expect(text.isWellFormed()).toBe(true)
        },
      ),
    )
  })
})

it("no stem begins with a different letter than its word", () => {
  for (const language of STEMMED_LANGUAGES) {
    for (const word of [
      "œuvre",
      "Äpfel",
      "åker",
      "İstanbul",
      "ısı",
      "skies",
      "dying",
      "ijs",
      "über",
      "ñame",
      "ёлка",
      "årene",
    ]) {
      const [first = ""] = stripMarks(lowerCase(word, "und"), "und")
      expect(stripMarks(term(word, language) ?? "", "und").charAt(0)).toBe(first)
    }
  }
})
