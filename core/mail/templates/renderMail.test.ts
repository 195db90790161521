import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { Secrets } from "#core/accounts"
import { MailKind, type Message } from "../Message.ts"
import { renderMail } from "./renderMail.ts"

const secrets = Effect.runSync(Effect.provide(Effect.service(Secrets), Secrets.layerOf(new Uint8Array(32).fill(7))))
const subjectId = "01890000-0000-7000-8000-000000000001"
const codeId = "01890000-0000-7000-8000-000000000002"
const coin = { chain: "BTC", name: "BTC", digits: 8, shownDigits: 2, isDemo: false }
const writing = { codes: secrets, origin: "https://quire.example", coins: [coin] }
const WITH_CODE = new Set(["activation", "signIn", "reset", "password", "preference", "untiefa"])

const mail = (kind: MailKind, locale: string, personal: Message["personal"] = { to: "mara@reader.example" }) => {
  const at = "2026-11-20T08:30:00.000Z"
  const about = WITH_CODE.has(kind) ? { at, codeId, livesMs: 600_000 } : { at }
  return renderMail({ kind, locale, subjectId, about, personal }, writing)
}

describe.each(["en", "de", "zh-Hans", "zh-Hant"])("in %s", (locale) => {
  it.each([...MailKind.literals])(
    "%s has the same content as text and as HTML, and no unfilled placeholder",
    (kind) => {
      const { subject, text, html } = mail(kind, locale)
      expect(subject).toMatch(/^[^\r\n{}]+ · Quire$/)
      expect(text + html).not.toMatch(/[{}](?!\s*$)|undefined|null/)
      expect(html).toContain(`lang="${locale}"`)
      // Nothing that a mail program would have to fetch, and no active content.
      expect(html).not.toMatch(/<(?:img|script|iframe|form|link|style)\b|\burl\(|\son\w+=/i)
      for (const line of text.split("\n").filter((each) => /\p{L}{4}/u.test(each) && !each.startsWith("http")))
        expect(html.replaceAll("&#39;", "'")).toContain(line.replace(/:$/, "").trim())
      if (WITH_CODE.has(kind)) for (const each of [text, html]) expect(each).toContain(secrets.digitsOf(codeId))
    },
  )
})

it("mail links to the page for the requested action, with a token that contains account and code", () => {
  const [, token = ""] = /\/signup\/activation\?link=([\w-]+)/.exec(mail("activation", "en").text) ?? []
  expect(secrets.readLinkToken(token)).toEqual({ personId: subjectId, codeId })
  expect(mail("password", "en").text).not.toContain("link=")
  expect(mail("reset", "de").html).toContain('href="https://quire.example/forgetpwd?link=')
})

it("mail explains how to cancel the removal of a second factor, without the digits that were already used", () => {
  const about = { at: "2026-11-20T08:30:00.000Z", linkId: codeId }
  const kind = "stepRemovalRequested"
  const message = { kind, locale: "en", subjectId, about, personal: { to: "a@b.example" } } as const
  const { text } = renderMail(message, writing)
  const [, token = ""] = /\/untiefa\?link=([\w-]+)/.exec(text) ?? []
  expect(secrets.readLinkToken(token)).toEqual({ personId: subjectId, codeId })
  expect(text).not.toContain(secrets.digitsOf(codeId))
})

it("mail escapes the name of an unknown browser in HTML", () => {
  const { html, text } = mail("newDevice", "en", { to: "a@b.example", device: '<b onload="x">Firefox</b>' })
  expect(html).toContain("&#60;b onload=&#34;x&#34;&#62;Firefox")
  expect(text).toContain('Browser: <b onload="x">Firefox</b>')
})

it("mail formats the lifetime of a code and the time of an event in the reader's language", () => {
  expect(mail("signIn", "en").text).toContain("10 minutes")
  expect(mail("signIn", "de").text).toContain("10 Minuten")
  expect(mail("signIn", "zh-Hans").text).toContain("10分钟")
  expect(mail("passwordChanged", "en").text).toContain("November 20, 2026")
})

it("the receipt of a donation contains its amount, recipient and message", () => {
  const personal = { to: "a@b.example", amount: "0.5 BTC", receiver: "Mara <M>", message: "Danke & <b>weiter</b>" }
  const { text, html } = mail("donationMade", "en", personal)
  expect(text).toContain("Amount: 0.50 BTC\nTo: Mara <M>\nMessage: Danke & <b>weiter</b>")
  expect(html).toContain("Message: Danke &#38; &#60;b&#62;weiter")
})

it.each([
  ["en", "Amount: 1,234.50 XBT\n", "Amount: 1,234.50 XBT (demo chain, no real coins)\n"],
  ["de", "Betrag: 1.234,50 XBT\n", "Betrag: 1.234,50 XBT (Demo-Blockchain, keine echten Coins)\n"],
  ["zh-Hans", "1,234.50 XBT\n", "1,234.50 XBT（演示链，非真实币）\n"],
  ["zh-Hant", "1,234.50 XBT\n", "1,234.50 XBT（示範鏈，非真實幣）\n"],
])("mail in %s formats amounts as the pages do, and marks demo coins", (locale, real, demo) => {
  const about = { at: "2026-11-20T08:30:00.000Z" }
  const personal = { to: "a@b.example", amount: "1234.5 BTC", giver: "Mara" }
  const message = { kind: "donationReceived", locale, subjectId, about, personal } as const
  const textOf = (isDemo: boolean) =>
    renderMail(message, { ...writing, coins: [{ ...coin, name: "XBT", isDemo }] }).text
  expect([textOf(false), textOf(true)]).toEqual([expect.stringContaining(real), expect.stringContaining(demo)])
  expect(renderMail(message, { ...writing, coins: [] }).text).toContain("1234.5 BTC")
})

it("mail falls back to English", () => {
  expect(mail("signIn", "xx").subject).toBe(mail("signIn", "en").subject)
})
