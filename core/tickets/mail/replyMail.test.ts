import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { REPLY_LINE } from "#contract/mail"
import { ReplyAddresses } from "./ReplyAddresses.ts"
import { readReplyMail } from "./readReplyMail.ts"
import { replyTextOf } from "./replyTextOf.ts"

const addressesOf = (byte: number, domain: string | null = "replies.example") =>
  Effect.runSync(
    Effect.provide(Effect.service(ReplyAddresses), ReplyAddresses.layerOf(new Uint8Array(32).fill(byte), domain)),
  )
const number = "T3K9M2X7A"

describe("the address for replies to a ticket", () => {
  const addresses = addressesOf(7)
  const address = addresses.of(number) ?? ""

  it("names the ticket with a MAC, also if a server changed its case", () => {
    expect(address).toMatch(/^t3k9m2x7a-[0-9a-f]{24}@replies\.example$/)
    expect([address, address.toUpperCase()].map(addresses.read)).toEqual([number, number])
  })

  it.each([
    ["another ticket", address.replace("t3k9", "t3k8")],
    ["another MAC", address.replace(/.@/, (end) => (end === "0@" ? "1@" : "0@"))],
    ["another domain", address.replace("replies", "elsewhere")],
    ["no MAC", "t3k9m2x7a@replies.example"],
    ["a longer MAC", address.replace("@", "00@")],
    ["a line break", `${address}\n`],
    ["nothing", "@"],
  ])("is not one with %s", (_, other) => {
    expect(addresses.read(other)).toBeNull()
  })

  it("depends on the key of the installation, and is not made where no mail is received", () => {
    expect(addressesOf(8).read(address)).toBeNull()
    expect([addressesOf(7, null).of(number), addressesOf(7, null).read(address)]).toEqual([null, null])
  })
})

describe("the text of a reply", () => {
  const line = `${REPLY_LINE} Write your reply above this line ${REPLY_LINE}`
  it.each([
    ["alone", "Thanks,\n\nit arrived.", "Thanks,\n\nit arrived."],
    [
      "above a quote with its attribution",
      "It arrived.\n\nOn Fri, 27 Nov 2026 at 09:00, Quire <post@quire.example> wrote:\n> Hello\n>\n> Any news?\n",
      "It arrived.",
    ],
    [
      "above an attribution of two lines",
      "Danke!\n\nAm 27. November 2026 um 09:00 schrieb Quire\n<t3k9@quire.example>:\n\n> Hallo\n",
      "Danke!",
    ],
    ["above an attribution in Chinese", "收到了。\n\n2026年11月27日 09:00，Quire 写道：\n> 您好\n", "收到了。"],
    [
      "between quoted lines",
      "> Which coin?\nLitecoin.\n> When?\nYesterday.",
      "> Which coin?\nLitecoin.\n> When?\nYesterday.",
    ],
    ["above our line", `Yes.\n\nOn 27 Nov 2026, Quire wrote:\n\n${line}\n\nSupport answered.`, "Yes."],
    ["above our line, quoted", `Yes.\n\nOn 27 Nov 2026, Quire wrote:\n\n> ${line}\n>\n> Support answered.`, "Yes."],
    [
      "above a message as Outlook quotes it",
      "Ja.\n\n________________________________\nVon: Quire <post@quire.example>\nGesendet: Freitag, 27. November 2026\nAn: Mara\nBetreff: Antwort\n\nGuten Tag",
      "Ja.",
    ],
    ["above a forwarded message", "See below.\n\n-----Original Message-----\nHello", "See below."],
    ["above a signature", "Fine.\n\n-- \nMara\nHarbour News", "Fine."],
    ["with a question that ends in a colon", "Two questions:\n> one\nfirst", "Two questions:\n> one\nfirst"],
    ["of a quote alone is the quote", "> Hello\n> Any news?", "> Hello\n> Any news?"],
    ["with Windows line ends", "One\r\nTwo\r\n", "One\nTwo"],
  ])("%s", (_, text, expected) => {
    expect(replyTextOf(text)).toBe(expected)
  })
})

const mailOf = (headers: ReadonlyArray<string>, body = "Hello") =>
  Buffer.from([...headers, "MIME-Version: 1.0", "", body].join("\r\n"))
const from = "From: Mara <Mara@Reader.example>"
const id = "Message-ID: <1@reader.example>"

describe("a reply by mail", () => {
  it("has its Message-ID, its only author and its text", async () => {
    const read = await readReplyMail(mailOf([from, id, "X-Quire-Owner: ben", "Reply-To: ben@elsewhere.example"]))
    expect(read).toMatchObject({
      ...{ messageId: "<1@reader.example>", from: "mara@reader.example", isAutomatic: false },
      ...{ text: "Hello", files: [], filesLeftOut: 0 },
    })
  })

  it.each([
    ["no Message-ID", [from]],
    ["an endless Message-ID", [from, `Message-ID: <${"1".repeat(10_000)}@reader.example>`]],
    ["a Message-ID with spaces", [from, "Message-ID: <hello you>"]],
  ])("with %s is known by its content", async (_, headers) => {
    const [one, again, other] = await Promise.all(["a", "a", "b"].map((body) => readReplyMail(mailOf(headers, body))))
    expect(one?.messageId).toMatch(/^[0-9a-f]{64}$/)
    expect([again?.messageId === one?.messageId, other?.messageId === one?.messageId]).toEqual([true, false])
  })

  it.each([
    ["no author", [id]],
    ["two authors", [id, "From: mara@reader.example, ben@elsewhere.example"]],
    ["two From fields", [id, from, "From: ben@elsewhere.example"]],
  ])("with %s is nobody’s", async (_, headers) => {
    expect((await readReplyMail(mailOf(headers)))?.from).toBeNull()
  })

  it.each([
    ["Auto-Submitted: auto-replied", true],
    ["Auto-Submitted: auto-generated; x=y", true],
    ["Auto-Submitted: no", false],
    ["Precedence: bulk", true],
    ["Precedence: first-class", false],
    ["List-Id: <news.example>", true],
    ["X-Autoreply: yes", true],
    ["Content-Type: multipart/report; boundary=x", true],
    ["Subject: Auto-Submitted: auto-replied", false],
  ])("with %s is written by a program: %s", async (header, expected) => {
    expect((await readReplyMail(mailOf([from, id, header])))?.isAutomatic).toBe(expected)
  })

  it("has its files, without the pictures of a signature", async () => {
    const part = (headers: string, body: string) => `--x\r\n${headers}\r\n\r\n${body}\r\n`
    const picture = (name: string, bytes: number) =>
      part(
        `Content-Type: image/png; name=${name}\r\nContent-ID: <${name}>\r\nContent-Disposition: inline\r\nContent-Transfer-Encoding: base64`,
        Buffer.alloc(bytes).toString("base64"),
      )
    const related = `--y\r\nContent-Type: text/html\r\n\r\n<p>See <b>this</b></p>\r\n`
    const body = [
      `--x\r\nContent-Type: multipart/related; boundary=y\r\n\r\n${related}`,
      picture("logo.png", 400).replaceAll("--x", "--y"),
      picture("shot.png", 20_000).replaceAll("--x", "--y"),
      "--y--\r\n",
      part("Content-Type: text/plain\r\nContent-Disposition: attachment; filename=log.txt", "line"),
      "--x--",
    ].join("")
    const read = await readReplyMail(mailOf([from, id, "Content-Type: multipart/mixed; boundary=x"], body))
    expect(read?.text).toContain("See this")
    expect(read?.files.map(({ name }) => name)).toEqual(["shot.png", "log.txt"])
  })
})

describe("a hostile message", () => {
  const nested = (depth: number) => {
    const heads = Array.from({ length: depth }, (_, level) => `Content-Type: message/rfc822\r\nX: ${level}\r\n\r\n`)
    return `${heads.join("")}Subject: x\r\n\r\nx`
  }
  it.each([
    ["of 5,000 parts", "multipart/mixed; boundary=x", `${"--x\r\n\r\na\r\n".repeat(5_000)}--x--`],
    ["of 100 messages in each other", "message/rfc822", nested(100)],
    ["of tags without an end", "text/html", "<div>".repeat(200_000)],
    ["of a table of tables", "text/html", "<table><tr><td>".repeat(30_000)],
    ["of one endless line", "text/plain", "> ".repeat(2_000_000)],
    ["of white space", "text/plain", `${": ".repeat(500_000)}x`],
    ["of quoted lines", "text/plain", "> a\n".repeat(100_000)],
  ])("%s is read or refused within two seconds of processor time", async (_, type, body) => {
    const begun = process.cpuUsage()
    const read = await readReplyMail(mailOf([from, id, `Content-Type: ${type}`], body))
    expect(read === null || read.files.length <= 10).toBe(true)
    expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(2_000)
  })
})
