import { describe, expect, it } from "vitest"
import { translator, wordsOf } from "./index.ts"
import { negotiateLocale, readerLanguages } from "./negotiate.ts"
import { translatorOf } from "./translate.ts"

const words = {
  "box.plain": "Hello",
  "box.named": "Hello {name}, {count} times",
  "box.items": { one: "{count} item", other: "{count} items" },
} as const

describe("a translator", () => {
  const t = translatorOf<typeof words>("en", words)

  it("fills in parameters", () => {
    expect(t("box.plain")).toBe("Hello")
    expect(t("box.named", { name: "Ada", count: 3 })).toBe("Hello Ada, 3 times")
  })

  it.each([
    [1, "1 item"],
    [0, "0 items"],
    [1_234_567, "1,234,567 items"],
  ])("chooses the form for %d", (count, text) => expect(t("box.items", { count })).toBe(text))

  it("writes numbers in the reader's way", () => {
    expect(translatorOf<typeof words>("de", words)("box.items", { count: 1_234_567 })).toBe("1.234.567 items")
  })

  it("does not take what a reader wrote for a parameter", () => {
    expect(t("box.named", { name: "{count}", count: 1 })).toBe("Hello {count}, 1 times")
  })

  it("refuses a key that is not there", () => {
    expect(() => translatorOf("en", {})("box.plain")).toThrow('no message "box.plain" in en')
  })

  it("refuses wrong keys and parameters when it is compiled", () => {
    const never = () => {
      // @ts-expect-error There is no such key.
      t("box.other")
      // @ts-expect-error A parameter is missing.
      t("box.named", { name: "Ada" })
      // @ts-expect-error A count is a number.
      t("box.items", { count: "1" })
      // @ts-expect-error A plain message takes none.
      t("box.plain", { name: "Ada" })
    }
    expect(never).toBeTypeOf("function")
  })
})

describe("the words of an area", () => {
  it("are its messages alone, in the reader's language, made once", () => {
    const call = wordsOf("de", "call")
    expect(Object.keys(call).every((key) => key.startsWith("call."))).toBe(true)
    expect(translatorOf<typeof call>("de", call)("call.success")).toBe(translator("de")("call.success"))
    expect(wordsOf("de", "call")).toBe(call)
  })
})

describe("negotiate", () => {
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
  ] as const)("%s", (_, chosen, requested, locale) => expect(negotiateLocale(chosen, requested)).toBe(locale))

  it.each([
    [undefined, "de-AT,de;q=0.9,en;q=0.8", ["de", "en"]],
    ["zh-Hant", "de-AT,en;q=0.8", ["zh", "de", "en"]],
    ["en", null, ["en"]],
    [undefined, null, []],
    [undefined, "*", []],
    [undefined, "x".repeat(501), []],
    [undefined, "fr;q=0, it;q=0.5, <b>;q=1", ["it"]],
  ])("reads, with %j chosen and %j requested by the browser, the languages %j", (chosen, requests, languages) => {
    expect(readerLanguages(chosen, requests)).toEqual(languages)
  })
})
