import { describe, expect, it } from "vitest"
import { readChoice } from "./options.ts"

const pages = ["home", "faq"]

describe("readChoice", () => {
  it("selects everything by default", () => {
    expect(readChoice([], pages)).toEqual({
      pages,
      widths: [375, 768, 1280],
      themes: ["light", "dark"],
      languages: ["en", "de", "zh-Hans", "zh-Hant"],
    })
  })

  it("selects the given values", () => {
    expect(readChoice(["--pages=faq", "--widths=375, 1280", "--themes=dark", "--languages=de"], pages)).toEqual({
      pages: ["faq"],
      widths: [375, 1280],
      themes: ["dark"],
      languages: ["de"],
    })
  })

  it("names unknown values", () => {
    expect(() => readChoice(["--languages=fr"], pages)).toThrow(
      "--languages knows no fr; there are en, de, zh-Hans, zh-Hant",
    )
  })
})
