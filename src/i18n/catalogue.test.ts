import { describe, expect, it } from "vitest"
import { catalogue, LOCALES, type Locale, translator } from "./index.ts"
import type { Message } from "./message.ts"

const textsOf = (message: Message): ReadonlyArray<string> =>
  typeof message === "string" ? [message] : Object.values(message)
const holesIn = (message: Message) =>
  [...new Set(textsOf(message).flatMap((text) => text.match(/\{\w+\}/g) ?? []))].sort()

/** Frequent characters that differ between simplified and traditional Chinese. */
const SIMPLIFIED = /[们这说时来为会过还对开关语种条级视频网络获设显错误试请输选择阅读]/
const TRADITIONAL = /[們這說時來為會過還對開關語種條級視頻網絡獲設顯錯誤試請輸選擇閱讀]/

describe("the catalogue", () => {
  const keys = Object.keys(catalogue.en)

  it("[S1-018] holds every message in English, Deutsch and both kinds of Chinese", () => {
    expect(LOCALES).toEqual(["en", "de", "zh-Hans", "zh-Hant"])
    for (const locale of LOCALES) expect(Object.keys(catalogue[locale]).sort()).toEqual([...keys].sort())
  })

  it.each(LOCALES)("has no empty message in %s, and the parameters of the English one", (locale) => {
    for (const key of keys) {
      const [source, message] = [catalogue.en[key], catalogue[locale][key]]
      if (source === undefined || message === undefined) throw new Error(`${key} is missing`)
      for (const text of textsOf(message)) expect(text.trim(), key).not.toBe("")
      expect(holesIn(message), key).toEqual(holesIn(source))
    }
  })

  it.each(LOCALES)("has every plural form that %s distinguishes", (locale) => {
    const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
    for (const [key, message] of Object.entries(catalogue[locale])) {
      if (typeof message !== "string") expect(Object.keys(message).sort(), key).toEqual([...forms].sort())
    }
  })

  it.each([
    ["zh-Hans", TRADITIONAL],
    ["zh-Hant", SIMPLIFIED],
  ] as const)("keeps the characters of %s", (locale: Locale, foreign) => {
    for (const [key, message] of Object.entries(catalogue[locale])) {
      for (const text of textsOf(message)) expect(text, key).not.toMatch(foreign)
    }
  })

  it.each(LOCALES)("has typographic apostrophes and quotation marks in %s", (locale) => {
    // An example of what to type has the characters of keyboards.
    const said = Object.entries(catalogue[locale]).filter(([key]) => !key.endsWith(".example"))
    for (const [key, message] of said) {
      for (const text of textsOf(message)) expect(text, key).not.toMatch(/\p{L}'\p{L}|"/u)
    }
  })

  it("contains the texts that the specification fixes, to the letter", () => {
    const t = translator("en")
    expect(t("state.empty")).toBe("No Data")
    expect(t("state.failed")).toBe("The system is busy, please try again later")
    expect(t("notice.pleaseSignIn")).toBe("Please signin")
    expect(t("notice.loggedOut")).toBe("logged out")
    expect(t("state.brokenLink")).toBe("Sorry, broken link")
    expect(t("state.feedUnavailable")).toBe("Feed content temporarily unavailable, Possibly due to network issues.")
    expect(t("state.linkUnavailable")).toBe("Unfortunately this link is not available, perhaps for legal reasons.")
    expect(t("shell.search.placeholder")).toBe("Search Feeds / Channels / Content")
    expect(t("shell.signIn")).toBe("Sign In")
    expect(t("shell.signUp")).toBe("Sign up")
  })
})
