import { Cause, Effect, Exit } from "effect"
import { dkimVerify } from "mailauth/lib/dkim/verify.js"
import { simpleParser } from "mailparser"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { BulkSender, type LetterText, type LetterTo, makeLetterTemplate, slot, withoutSlots } from "../index.ts"
import { startMailServer } from "../testing/mailServer.ts"
import { makeDkimKey, openBulk } from "../testing/openBulk.ts"

const TOKEN = "q".repeat(59)
const text: LetterText = {
  from: { name: "Mara’s letters", address: "post@quire.example" },
  subject: "A day in the harbour",
  text: `Grüße aus dem Hafen.\n\nhttps://quire.example/mail/read/${slot("read")}\n`,
  html: `<p>Grüße aus dem Hafen. <a href="https://quire.example/mail/read/${slot("read")}">Lesen</a></p>`,
  domain: "quire.example",
  listId: "ccabc234.quire.example",
  feedbackId: "CCABC234:post:newsletter:quire",
}
const copy: LetterTo = {
  to: "ben@reader.example",
  messageId: "018f0000-0000-8000-8000-000000000001",
  dateMs: Date.UTC(2026, 10, 26, 9),
  unsubscribeUrl: `https://a-long-name-of-a-host.in-a-long-domain.quire.example/mail/out/${TOKEN}`,
  slots: { read: TOKEN },
}

let server: Awaited<ReturnType<typeof startMailServer>>
let bulk: ReturnType<typeof openBulk>

beforeAll(async () => {
  server = await startMailServer({ user: "quire", password: "p" })
  bulk = openBulk({ SMTP_URL: server.url, DKIM_KEY: makeDkimKey(), DKIM_SELECTOR: "s1" })
})
afterAll(async () => {
  await bulk.close()
  await server.close()
})
beforeEach(() => {
  server.received.length = 0
})

const send = (letter: LetterText, to: LetterTo = copy) =>
  bulk.run(
    BulkSender.use(({ lane }) =>
      Effect.exit(
        lane === null
          ? Effect.die("no lane")
          : lane.send({ returnPath: "b-1@bounces.example", to: to.to, raw: makeLetterTemplate(letter)(to) }),
      ),
    ),
  )
const failureOf = (exit: Exit.Exit<void, unknown>) =>
  Exit.isFailure(exit) ? (Cause.squash(exit.cause) as { readonly fate?: string; readonly reply?: string }) : {}
const newest = () => server.received.at(-1)?.raw ?? ""
const headersOf = (raw: string) => raw.slice(0, raw.indexOf("\r\n\r\n"))

/** What an independent verifier finds. */
const verified = async (raw: string) => {
  const { results } = await dkimVerify(Buffer.from(raw), {
    resolver: async (name: string) => (name === bulk.record?.name ? [[bulk.record.value]] : []),
  })
  const [first] = results
  return {
    count: results.length,
    result: first?.status?.result,
    signed: first?.signingHeaders?.keys?.toLowerCase() ?? "",
  }
}

describe("a letter", () => {
  it("has a DKIM signature that another verifier accepts, and that covers one-click unsubscribing", async () => {
    await send(text)
    const { count, result, signed } = await verified(newest())
    expect([count, result]).toEqual([1, "pass"])
    for (const field of [
      "from",
      "to",
      "subject",
      "list-id",
      "list-unsubscribe",
      "list-unsubscribe-post",
      "feedback-id",
    ])
      expect(signed.split(/[:\s]+/)).toContain(field)
  })

  it("fails that verifier if the header for one-click unsubscribing is changed on the way", async () => {
    await send(text)
    const changed = newest().replace("List-Unsubscribe=One-Click", "List-Unsubscribe=Other-One")
    expect((await verified(changed)).result).toBe("fail")
  })

  it("keeps a long List-Unsubscribe on one line", async () => {
    await send(text)
    const headers = headersOf(newest()).split("\r\n")
    expect(headers).toContain(`List-Unsubscribe: <${copy.unsubscribeUrl}>`)
    expect(headers).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click")
    expect(headers.map((line) => line.toLowerCase())).toContain("list-id: <ccabc234.quire.example>")
  })

  it("has each reader's own links in the text and in the HTML, whatever their place in a line", async () => {
    const long = {
      ...text,
      text: `${"ä".repeat(200)} ${slot("read")}${slot("read")} ${"b".repeat(90)}\n.\n${slot("read")}`,
    }
    await send(long)
    const parsed = await simpleParser(newest())
    expect(parsed.text?.trimEnd()).toBe(`${"ä".repeat(200)} ${TOKEN}${TOKEN} ${"b".repeat(90)}\n.\n${TOKEN}`)
    expect(parsed.html).toContain(`href="https://quire.example/mail/read/${TOKEN}"`)
    for (const line of newest().slice(headersOf(newest()).length).split("\r\n"))
      expect(line.length).toBeLessThanOrEqual(78)
  })

  it("gains no header from a title or a display name with line breaks, however long or in which direction", async () => {
    const evil = "Hi\r\nBcc: everyone@reader.example\r\n\r\n<b>body</b>\u2028\u0085"
    for (const subject of [evil, "x".repeat(2_000), "\u202egnirts \u05e9\u05dc\u05d5\u05dd", "ü".repeat(1_000)]) {
      await send({ ...text, subject, from: { name: `${evil} "quoted" <a@b.example>`, address: "post@quire.example" } })
      const raw = newest()
      expect((await verified(raw)).result).toBe("pass")
      const { headers, from, subject: shown } = await simpleParser(raw)
      expect(headers.has("bcc")).toBe(false)
      expect(from?.value).toMatchObject([{ address: "post@quire.example" }])
      const whole = subject.replaceAll(/[\s\p{Cc}]+/gu, " ").trim()
      expect(shown).toBe(whole.length > 200 ? `${whole.slice(0, 199)}…` : whole)
      expect(server.received.at(-1)).toMatchObject({ to: "ben@reader.example", from: "b-1@bounces.example" })
      for (const line of raw.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(998)
    }
  })

  it("cannot be given slots by the texts of others, nor values that need encoding", () => {
    expect(withoutSlots(`a${slot("read")}b`)).toBe("areadb")
    const inject = () => makeLetterTemplate(text)({ ...copy, slots: { read: "a\r\nb" } })
    expect(inject).toThrow("has no value")
  })
})

describe("the bulk lane", () => {
  it("knows whether a letter was refused, delayed, or has an uncertain fate, and repeats none by itself", async () => {
    server.answer("gone@reader.example", 550)
    server.answer("later@reader.example", 451)
    server.answer("full@reader.example", 552, "text")
    server.hangUp("dies@reader.example")
    const fates = []
    for (const to of ["gone", "later", "full", "dies"].map((name) => `${name}@reader.example`))
      fates.push(failureOf(await send(text, { ...copy, to })))
    expect(fates).toMatchObject([
      { fate: "refused", reply: "550" },
      { fate: "delayed", reply: "451" },
      { fate: "refused", reply: "552" },
      { fate: "uncertain" },
    ])
    expect(server.received.map(({ to }) => to)).toEqual(["dies@reader.example"])
  })

  it("delays letters while the server is down or refuses our password", async () => {
    const [gone, wrong] = [new URL(server.url), new URL(server.url)]
    gone.port = "1"
    wrong.password = "wrong"
    for (const { href } of [gone, wrong]) {
      const other = openBulk({ SMTP_URL: href })
      const raw = makeLetterTemplate(text)(copy)
      const exit = await other.run(
        BulkSender.use(({ lane }) =>
          Effect.exit(lane?.send({ returnPath: "b@b.example", to: copy.to, raw }) ?? Effect.void),
        ),
      )
      expect(failureOf(exit)).toMatchObject({ fate: "delayed" })
      await other.close()
    }
  })

  it("uses a server of its own if one is configured", async () => {
    const own = await startMailServer({ user: "bulk", password: "b" })
    const lane = openBulk({ SMTP_URL: server.url, BULK_SMTP_URL: own.url })
    const raw = makeLetterTemplate(text)(copy)
    await lane.run(
      BulkSender.use((sender) => sender.lane?.send({ returnPath: "b@b.example", to: copy.to, raw }) ?? Effect.void),
    )
    expect([own.received.length, server.received.length]).toEqual([1, 0])
    await lane.close()
    await own.close()
  })
})
