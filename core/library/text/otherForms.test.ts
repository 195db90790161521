import { expect, it } from "vitest"
import { otherForms } from "./otherForms.ts"

it.each([
  ["de", "haeuser", ["häuser"]],
  ["de", "bauer", []],
  ["de", "quelle", []],
  ["fr", "loyer", ["loyers"]],
  // Paris is a city, not the plural of pari (bet).
  ["fr", "paris", []],
  ["es", "tranvia", ["tranvía", "tranvías"]],
  ["pt", "eleicao", ["eleição", "eleições"]],
  ["sv", "nattfärja", ["nattfärjan"]],
  ["sv", "öar", ["öarna"]],
  ["en", "ferries", []],
  ["ja", "船", []],
] as const)("in %s, %s is also written %j", (language, word, forms) => {
  expect(otherForms(word, language)).toEqual(expect.arrayContaining([...forms]))
  if (forms.length === 0) expect(otherForms(word, language)).toEqual([])
})

it("returns few forms for any text", () => {
  for (const language of ["de", "es", "fr", "it", "pt", "sv"]) {
    for (const word of ["a", "casa", "cionaocoesiaes", "ae".repeat(40)])
      expect(otherForms(word, language).length).toBeLessThanOrEqual(6)
  }
})
