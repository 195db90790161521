import { describe, expect, it } from "vitest"
import { LOCALES } from "#src/i18n/index.ts"
import { NOTICE_LINKS, noticeText } from "./noticeText.ts"

const VALUES = {
  host: "harbour.example",
  address: "bc1qexample",
  device: "Firefox, Linux",
  name: "Reeder",
  title: "The blog",
  feedId: "f1",
  who: "Mara",
  amount: "0.5 BTC",
  level: "2",
  caseId: "01990000-0000-8000-8000-000000000001",
  message: "Danke",
  perMille: "125",
}

describe.each(LOCALES)("in %s", (locale) => {
  it.each(Object.keys(NOTICE_LINKS))("%s has complete texts and a link on the site", (kind) => {
    const said = noticeText({ kind, values: VALUES }, locale)
    expect(`${said?.title}${said?.text}`).not.toMatch(/[{}]|undefined/)
    expect(said?.link ?? "/").toMatch(/^\/\w*/)
  })
})

it("returns the operators' text in the reader's language", () => {
  const text = (word: string) => ({ title: word, text: `${word}.` })
  const words = { en: text("Work"), de: text("Arbeiten"), "zh-Hans": text("维护"), "zh-Hant": text("維護") }
  expect(noticeText({ words, link: "/faq" }, "de")).toEqual({ title: "Arbeiten", text: "Arbeiten.", link: "/faq" })
})

it("uses a fallback for missing names, and returns null for erased or unknown notices", () => {
  expect(noticeText({ kind: "passkeyAdded", values: { name: "" } }, "en")?.text).toContain("no name")
  expect(noticeText({ kind: "feedClaimed", values: VALUES }, "en")?.link).toBe("/detail/f1")
  const gift = { kind: "donationReceived", values: { who: "", amount: "0.5 BTC" } }
  expect(noticeText(gift, "en")?.text).toContain("Deleted user")
  expect(noticeText(gift, "de")?.title).toContain("0,50 BTC")
  expect(noticeText(null, "en")).toBeNull()
  expect(noticeText({ kind: "toString", values: {} }, "en")).toBeNull()
})
