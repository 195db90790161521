import { Effect, Exit, Layer, Scope } from "effect"
import { createTransport } from "nodemailer"
import { afterAll, beforeAll, expect, it } from "vitest"
import { Mail, SenderCheck, serveMail } from "#core/mail"
import { ReplyAddresses, Support, Tickets } from "#core/tickets"
import { run } from "#src/process/runtime.ts"
import { type TestDatabase, testDatabase } from "#testing"
import type { TestPerson } from "../../../core/accounts/testing/people.ts"
import { type ApiKit, makeApiKit } from "../../api/testing/apiKit.ts"
import { ticketMailRoute } from "./ticketMailRoute.ts"

const AUTO_REPLIES = 10

let db: TestDatabase
let kit: ApiKit
let mara: TestPerson
let port: number
const scope = Effect.runSync(Scope.make())
const Replies = ReplyAddresses.layerOf(new Uint8Array(32).fill(7), "replies.example")
const noDns = SenderCheck.layerOf(() => Promise.reject(Object.assign(new Error("none"), { code: "ENOTFOUND" })))

beforeAll(async () => {
  db = await testDatabase()
  kit = await makeApiKit({ url: db.url })
  mara = await kit.people.make({ displayName: "Mara", locale: "de" })
  const serve = Effect.flatMap(ticketMailRoute, (route) => serveMail("127.0.0.1", 0, [route])).pipe(
    Effect.provide(Layer.merge(Replies, noDns)),
    Effect.provideService(Scope.Scope, scope),
  )
  ;({ port } = await run(serve))
})
afterAll(async () => {
  await Effect.runPromise(Scope.close(scope, Exit.void))
  await kit.close()
  await db.drop()
})

const open = async () => {
  const form = {
    topic: "wallet",
    subject: "My withdrawal",
    text: "Where is it?",
    locale: "de",
    link: null,
    files: [],
  } as const
  const { number, ticketId } = await run(Effect.orDie(Tickets.use((tickets) => tickets.open(mara.personId, form))))
  const address = await run(
    Effect.provide(
      ReplyAddresses.use((of) => Effect.succeed(of.of(number) ?? "")),
      Replies,
    ),
  )
  const read = () => run(Tickets.use((tickets) => tickets.read(ticketId)))
  return { number, ticketId, address, read }
}
type Sent = { readonly to: string; readonly text?: string; readonly from?: string; readonly id?: string }
let sent = 0
const send = (
  { to, text = "It arrived.", from = mara.email, id = `<${++sent}@reader.example>` }: Sent,
  more: object = {},
) => createTransport({ host: "127.0.0.1", port, ignoreTLS: true }).sendMail({ from, to, text, messageId: id, ...more })
const problems = async () =>
  (await run(Mail.use((mail) => mail.list))).filter(({ message }) => message.kind === "ticketReplyProblem")

it("adds a reply by mail once, with its files, and says how its sender was proved", async () => {
  const { address, read } = await open()
  const attachments = [{ filename: "log.txt", content: "line 1\nline 2" }]
  const mail = { to: address, id: "<same@reader.example>", text: "It arrived.\n\n> Where is it?\n" }
  await Promise.all([send(mail, { attachments }), send(mail, { attachments })])
  await send({ ...mail, text: "Something else" })
  const { messages, attachments: files } = await read()
  expect(messages.map(({ text, source }) => [text, source])).toEqual([
    ["Where is it?", "site"],
    ["It arrived.", "mail"],
  ])
  expect(files.map(({ name, mediaType }) => [name, mediaType])).toEqual([["log.txt", "text/plain"]])
})

it("refuses other senders, other addresses and forged numbers, and tells their server", async () => {
  const [one, two] = [await open(), await open()]
  const mixed = two.address.replace(/^[^-]+/, one.number.toLowerCase())
  for (const to of [mixed, "postmaster@replies.example", "anyone@elsewhere.example"])
    await expect(send({ to })).rejects.toMatchObject({ responseCode: 550 })
  await expect(send({ to: one.address, from: "ben@elsewhere.example" })).rejects.toMatchObject({
    responseCode: 550,
    response: expect.stringContaining("5.7.1"),
  })
  expect((await one.read()).messages).toHaveLength(1)
})

it("continues where a merged ticket goes on", async () => {
  const [one, two] = [await open(), await open()]
  await run(Effect.orDie(Support.use(({ merge }) => merge(one.ticketId, two.ticketId, "operator:ada"))))
  await send({ to: one.address, text: "Hello?" })
  expect((await two.read()).messages.at(-1)).toMatchObject({ text: "Hello?", source: "mail" })
})

it("answers automatic mail never, and a person at most once a day", async () => {
  const { address, read } = await open()
  const automatic = { headers: { "Auto-Submitted": "auto-replied" } }
  for (let round = 0; round < AUTO_REPLIES; round += 1) await send({ to: address, text: "I am away" }, automatic)
  await send({ to: address }, { envelope: { from: "", to: [address] } })
  expect((await read()).messages).toHaveLength(1)
  expect(await problems()).toEqual([])

  await send({ to: address, text: "x".repeat(9_000) })
  await send({ to: address, text: " " })
  await send({ to: address, text: "See" }, { attachments: [{ filename: "page.html", content: "<html></html>" }] })
  expect((await read()).messages.map(({ text }) => text)).toEqual(["Where is it?", "See"])
  const [problem, ...others] = await problems()
  expect([problem?.to, others]).toEqual([mara.email, []])
  expect(problem?.rendered?.text).toContain("8.000 Zeichen")
})

it("no longer knows the tickets of a person who left", async () => {
  const { address } = await open()
  await run(Tickets.use((tickets) => tickets.forget(mara.personId)))
  await expect(send({ to: address })).rejects.toMatchObject({ responseCode: 550 })
})
