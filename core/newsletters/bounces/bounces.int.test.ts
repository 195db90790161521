import { Effect, Exit, Scope } from "effect"
import { createTransport } from "nodemailer"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { Sql } from "#core/kernel"
import { serveMail } from "#core/mail"
import { type TestDatabase, testDatabase } from "#testing"
import { startMailServer } from "../../mail/testing/mailServer.ts"
import { Bounces, bounceRoute, MailLists, Sendings, Tokens } from "../index.ts"
import { addressOf, type OpenSendings, openSendings, plainSource, readerOf, startRun } from "../testing/openSendings.ts"

let db: TestDatabase
let server: Awaited<ReturnType<typeof startMailServer>>
let kit: OpenSendings
let port: number
const scope = Effect.runSync(Scope.make())

beforeAll(async () => {
  ;[db, server] = await Promise.all([testDatabase(), startMailServer({ user: "quire", password: "p" })])
  kit = openSendings({ databaseUrl: db.url, smtpUrl: server.url })
  const serve = Effect.flatMap(bounceRoute, (route) => serveMail("127.0.0.1", 0, [route]))
  ;({ port } = await kit.run(Effect.provideService(serve, Scope.Scope, scope)))
})
afterAll(async () => {
  await Effect.runPromise(Scope.close(scope, Exit.void))
  await kit.close()
  await Promise.all([db.drop(), server.close()])
})
beforeEach(async () => {
  server.received.length = 0
  for (const table of ["suppression", "soft_bounce", "letter"]) await sql(`delete from newsletters.${table}`)
})

const sql = (statement: string) =>
  kit.run(Effect.flatMap(Sql, ({ client }) => Effect.promise(async () => client.unsafe(statement))))
/** Puts a reader on the list of channel 7 and on another one, sends them a letter, and returns its return path. */
const letterTo = async (number: number): Promise<string> => {
  await kit.run(
    MailLists.use(({ join }) =>
      Effect.all([join(readerOf(number), 7, "immediate"), join(readerOf(number), 8, "daily")]),
    ),
  )
  const sending = await startRun(kit, number + 1)
  await kit.run(Sendings.use((sendings) => sendings.deliver(sending, plainSource(number + 1))))
  return server.received.findLast(({ to }) => to === addressOf(number))?.from ?? ""
}
const listsOf = async (number: number) => [...(await kit.run(MailLists.use(({ of }) => of(readerOf(number))))).keys()]
const isSuppressed = async (number: number, channelId: number) =>
  (await kit.run(Bounces.use(({ suppressed }) => suppressed([addressOf(number)], channelId)))).size > 0

const deliver = async (to: string, type: string, part: string, more = "") => {
  const transport = createTransport({ host: "127.0.0.1", port, ignoreTLS: true })
  const boundary = "b0undary"
  const raw = [
    `From: MAILER-DAEMON@mx.example`,
    `To: <${to}>`,
    `Subject: Undelivered mail`,
    `MIME-Version: 1.0`,
    `Content-Type: multipart/report; report-type=${type.split("/")[1]}; boundary="${boundary}"`,
    ``,
    `--${boundary}`,
    `Content-Type: text/plain`,
    ``,
    `Something happened.`,
    `--${boundary}`,
    `Content-Type: ${type}`,
    ``,
    part,
    `--${boundary}`,
    `Content-Type: message/rfc822`,
    ``,
    `From: post@quire.example`,
    ...(more === "" ? [] : [more]),
    `Subject: A day in the harbour`,
    ``,
    `Text`,
    `--${boundary}--`,
    ``,
  ].join("\r\n")
  await transport.sendMail({ envelope: { from: "", to: [to] }, raw })
}
const status = (to: string, code: string, action = "failed") =>
  deliver(
    to,
    "message/delivery-status",
    `Reporting-MTA: dns; mx.example\r\n\r\nFinal-Recipient: rfc822; x@y.example\r\nAction: ${action}\r\nStatus: ${code}\r\nDiagnostic-Code: smtp; 550 ${code}\r\n no such user`,
  )

describe("a delivery status notification (RFC 3464)", () => {
  it("of an address that does not exist ends all lists at once, and is in the report", async () => {
    const path = await letterTo(1)
    expect(path).toMatch(/^b[0-9a-f]{40}@bounces\.example$/)
    await status(path.toUpperCase(), "5.1.1")
    expect([await listsOf(1), await isSuppressed(1, 7), await isSuppressed(1, 99)]).toEqual([[], true, true])
    const [row] = await sql(`select count(*)::int as bounced from newsletters.letter where bounced_at is not null`)
    expect(row).toMatchObject({ bounced: 1 })
  })

  it("of a full mailbox ends them after the third time within 14 days", async () => {
    const on = []
    for (let round = 0; round < 3; round++) {
      await status(await letterTo(2), "5.2.2")
      on.push((await listsOf(2)).length)
      if (round === 0) await sql(`update newsletters.soft_bounce set bounced_at = now() - interval '13 days'`)
    }
    expect(on).toEqual([2, 2, 0])
  })

  it("does not count failures of more than 14 days ago", async () => {
    for (let round = 0; round < 3; round++) {
      await status(await letterTo(3), "4.2.2")
      await sql(`update newsletters.soft_bounce set bounced_at = now() - interval '15 days'`)
    }
    expect((await listsOf(3)).length).toBe(2)
  })

  it("that a letter is late or was delivered changes nothing", async () => {
    const path = await letterTo(4)
    for (const action of ["delayed", "delivered", "relayed"]) await status(path, "4.4.1", action)
    expect((await listsOf(4)).length).toBe(2)
  })
})

describe("a complaint (RFC 5965)", () => {
  const feedback = (more: string, type = "abuse") =>
    `Feedback-Type: ${type}\r\nUser-Agent: FBL/1\r\nVersion: 1\r\n${more}`

  it("ends the list of the channel and no other", async () => {
    const path = await letterTo(5)
    await deliver("complaints@bounces.example", "message/feedback-report", feedback(`Original-Mail-From: <${path}>`))
    expect([await listsOf(5), await isSuppressed(5, 7), await isSuppressed(5, 8)]).toEqual([[8], true, false])
  })

  it("is understood if it has only the letter's List-Unsubscribe", async () => {
    await letterTo(6)
    const token = await kit.run(
      Tokens.use(({ outTokenOf }) => Effect.succeed(outTokenOf({ personId: readerOf(6), channelId: 8 }))),
    )
    const header = `List-Unsubscribe: <https://quire.example/mail/out/${token}>`
    await deliver("complaints@bounces.example", "message/feedback-report", feedback(""), header)
    expect(await listsOf(6)).toEqual([7])
  })

  it("that says not-spam, or names no letter of ours, changes nothing", async () => {
    const path = await letterTo(7)
    const original = `Original-Mail-From: <${path}>`
    await deliver("complaints@bounces.example", "message/feedback-report", feedback(original, "not-spam"))
    const forged = feedback(`Original-Mail-From: <b${"0".repeat(40)}@bounces.example>`)
    await deliver("complaints@bounces.example", "message/feedback-report", forged)
    expect(await listsOf(7)).toEqual([7, 8])
  })
})

describe("the bounce port", () => {
  it.each(["someone@bounces.example", `b${"0".repeat(40)}@bounces.example`, "complaints@elsewhere.example", "b@x"])(
    "takes no mail for %s",
    async (to) => {
      await expect(status(to, "5.1.1")).rejects.toMatchObject({ responseCode: 550 })
    },
  )

  it("ignores the answer of a holiday responder, broken mail, and a report of a million fields", async () => {
    const path = await letterTo(8)
    const transport = createTransport({ host: "127.0.0.1", port, ignoreTLS: true })
    const bodies = [
      "Subject: Away\r\n\r\nStatus: 5.1.1\r\nAction: failed",
      "\u0000\u0000",
      "",
      "A: b\r\n".repeat(50_000),
    ]
    for (const raw of bodies) await transport.sendMail({ envelope: { from: "", to: [path] }, raw })
    expect(await listsOf(8)).toEqual([7, 8])
  })

  it("refuses mail that is too long", async () => {
    const path = await letterTo(9)
    const transport = createTransport({ host: "127.0.0.1", port, ignoreTLS: true })
    const raw = `Subject: Long\r\n\r\n${"x".repeat(70)}\r\n`.repeat(20_000)
    await expect(transport.sendMail({ envelope: { from: "", to: [path] }, raw })).rejects.toMatchObject({
      responseCode: 552,
    })
  })
})
