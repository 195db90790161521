import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { correctQuery, countErrors, Vocabulary } from "./Vocabulary.ts"

const vocabularyOf = (...texts: ReadonlyArray<string>) => {
  const vocabulary = new Vocabulary()
  for (const text of texts) vocabulary.add(text)
  return vocabulary
}
const library = vocabularyOf(
  "The old Harbour at dawn",
  "Hafen und Häfen am Fluss",
  "Der Hafen schläft",
  "Wirtschaft und Politik",
  "Река и берег",
  "L’été à Paris",
  "Ferry to the island",
  "Ferns",
)

describe("a misspelt word", () => {
  it.each([
    ["two pairs of letters swapped", "hraobur", "harbour"],
    ["one pair of letters swapped", "hfaen", "hafen"],
    ["a swap in a long word", "wirtshcaft", "wirtschaft"],
    ["a letter left out", "harbor", "harbour"],
    ["a letter too many", "Politikk", "politik"],
    ["a wrong letter", "ferty", "ferry"],
    ["no diacritics, because they do not count", "hafen", null],
    ["Cyrillic letters", "береп", "берег"],
    ["a wrong first letter", "gerry", "ferry"],
    ["two errors after the right first letter", "wirdschafft", "wirtschaft"],
    ["two errors that include the first letter", "virdschaft", null],
    ["nothing like it", "xylophon", null],
    ["three letters", "ond", null],
  ])("with %s", (_, typed, corrected) => expect(library.correct(typed)).toBe(corrected))

  it("becomes the more frequent of two words, in its most frequent spelling", () => {
    const words = vocabularyOf("tide tide tile", "Straße Strasse straße")
    expect(words.correct("tiie")).toBe("tide")
    expect(words.correct("strase")).toBe("straße")
  })
})

describe("a search with misspelt words", () => {
  it.each([
    ["keeps the case of its words", "Harbor", "Harbour"],
    ["keeps known words and their order", "the old harbor", "the old harbour"],
    [
      "keeps operators, hosts and excluded words",
      "harbor -harbor site:harbor lang:de harbor.example",
      "harbour -harbor site:harbor lang:de harbor.example",
    ],
    ["is corrected inside of a phrase", '"old harbor"', '"old harbour"'],
    ["is left alone if every word is known", "old harbour", null],
    ["is left alone without letters", "2026 日本", null],
  ])("%s", (_, typed, corrected) => expect(correctQuery(typed, library)).toBe(corrected))

  it("is read whatever is typed", () => {
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (typed) => void correctQuery(typed, library)))
  })
})

describe("the number of errors", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 8 })

  it("is symmetric, zero for equal words only, and the same with any limit that it does not exceed", () => {
    fc.assert(
      fc.property(word, word, fc.nat(8), (one, other, max) => {
        const errors = countErrors(one, other, 99)
        expect(countErrors(other, one, 99)).toBe(errors)
        expect(errors === 0).toBe(one === other)
        expect(countErrors(one, other, max)).toBe(errors > max ? max + 1 : errors)
      }),
    )
  })

  it("counts a swap as one", () => {
    fc.assert(
      fc.property(word, word, (one, other) => {
        expect(countErrors(`${one}xy${other}`, `${one}yx${other}`, 2)).toBe(1)
      }),
    )
  })
})
