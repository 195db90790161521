import { Effect } from "effect"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { Secrets } from "#core/accounts"
import { eraseSubject, Sql } from "#core/kernel"
import { Assets } from "#core/wallet"
import { type TestDatabase, testDatabase } from "#testing"
import type { Message } from "./index.ts"
import { startMailServer } from "./testing/mailServer.ts"
import { messageTo, type OpenMail, openMail } from "./testing/openMail.ts"

const PASSWORD = "p@ss word"

let db: TestDatabase
let server: Awaited<ReturnType<typeof startMailServer>>
let post: OpenMail

beforeAll(async () => {
  ;[db, server] = await Promise.all([testDatabase(), startMailServer({ user: "quire", password: PASSWORD })])
  post = openMail(db.url, server.url)
})
afterAll(async () => {
  await post.close()
  await Promise.all([db.drop(), server.close()])
})
beforeEach(async () => {
  server.received.length = 0
  await sql`delete from mail.message`
})

const sql = (strings: TemplateStringsArray, ...values: ReadonlyArray<string>) =>
  post.run(Effect.flatMap(Sql, ({ client }) => Effect.promise(async () => client(strings, ...values))))
const due = () => sql`update mail.message set due_at = now() - interval '1 second'`
const rows = () => sql`select state, attempts, reply, due_at > now() as later from mail.message order by message_id`

const message = (more: Partial<Message> = {}) => messageTo("mara@reader.example", more)

describe("a message", () => {
  it("is delivered once, with its code as text and as HTML, however often it was queued", async () => {
    const one = message()
    await post.post(one)
    await post.post(one)
    expect(await post.send()).toEqual({ sent: 1, delayed: 0, bounced: 0, expired: 0 })
    await due()
    expect(await post.send()).toEqual({ sent: 0, delayed: 0, bounced: 0, expired: 0 })
    expect(server.received).toMatchObject([{ from: "contact@quire.example", to: "mara@reader.example" }])
    const { raw = "" } = server.received[0] ?? {}
    const digits = await post.run(Secrets.use(({ digitsOf }) => Effect.succeed(digitsOf(one.about.codeId ?? ""))))
    expect(raw.split(digits)).toHaveLength(3)
    for (const part of [
      `Message-ID: <${one.messageId}@quire.example>`,
      "Auto-Submitted: auto-generated",
      "text/plain",
      "text/html",
    ])
      expect(raw).toContain(part)
  })

  it("is retried with exponential backoff while the server defers it, and then arrives", async () => {
    server.answer("later@reader.example", 451)
    await post.post(message({ personal: { to: "later@reader.example" } }))
    for (const attempts of [1, 2]) {
      expect(await post.send()).toMatchObject({ delayed: 1 })
      expect(await rows()).toMatchObject([{ state: "waiting", attempts, reply: "451", later: true }])
      expect(await post.send()).toMatchObject({ delayed: 0, sent: 0 })
      await due()
    }
    server.answer("later@reader.example")
    expect(await post.send()).toMatchObject({ sent: 1 })
    expect(await rows()).toMatchObject([{ state: "sent", attempts: 3, reply: null }])
  })

  it.each(["address", "text"] as const)(
    "that is permanently refused because of its %s bounces and is not retried",
    async (at) => {
      server.answer("gone@reader.example", 550, at)
      await post.post(message({ personal: { to: "gone@reader.example" } }))
      expect(await post.send()).toMatchObject({ bounced: 1 })
      await due()
      expect(await post.send()).toMatchObject({ bounced: 0, sent: 0 })
      expect(await rows()).toMatchObject([{ state: "bounced", reply: "550" }])
      server.answer("gone@reader.example")
    },
  )

  it("does not count as bounced if the server refuses our connection or is down", async () => {
    const url = new URL(server.url)
    url.password = "wrong"
    const missing = new URL(server.url)
    missing.port = "1"
    for (const each of [url, missing]) {
      const wrong = openMail(db.url, each.href)
      await wrong.post(message())
      expect(await wrong.send()).toMatchObject({ delayed: 1 })
      await wrong.close()
    }
    expect(await rows()).toMatchObject([{ state: "waiting", reply: "535" }, { state: "waiting" }])
  })

  it("is sent again with the same id if a worker was killed before it recorded the delivery", async () => {
    await post.post(message())
    await post.send()
    await sql`update mail.message set state = 'waiting', due_at = now() - interval '1 second'`
    const another = openMail(db.url, server.url)
    expect(await another.send()).toMatchObject({ sent: 1 })
    await another.close()
    const ids = server.received.map(({ raw }) => /^Message-ID: (.+)$/m.exec(raw)?.[1])
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  it("is sent by only one worker during its lease", async () => {
    for (let count = 0; count < 30; count++) await post.post(message({ personal: { to: `r${count}@reader.example` } }))
    const another = openMail(db.url, server.url)
    const [one, other] = await Promise.all([post.send(), another.send()])
    await another.close()
    expect(one.sent + other.sent).toBe(30)
    expect(new Set(server.received.map(({ to }) => to)).size).toBe(30)
    expect(server.received).toHaveLength(30)
  })

  it("is sent by only one worker if its server replies later than the lease ends", async () => {
    let reply = () => {}
    server.slowDown("slow@reader.example", new Promise((resolve) => (reply = resolve)))
    await post.post(message({ personal: { to: "slow@reader.example" } }))
    const leasedUntil = async () =>
      Number((await sql`select extract(epoch from due_at) as until from mail.message`)[0]?.["until"])
    const sending = post.send()
    await expect.poll(() => server.received.length).toBe(1)
    const leased = await leasedUntil()
    await expect.poll(leasedUntil, { timeout: 20_000 }).toBeGreaterThan(leased)
    const another = openMail(db.url, server.url)
    expect(await another.send()).toMatchObject({ sent: 0 })
    await another.close()
    reply()
    expect(await sending).toMatchObject({ sent: 1 })
    expect(server.received).toHaveLength(1)
  })

  it("that has expired is neither stored nor sent", async () => {
    await post.post(message({ expiresMs: Date.now() - 1 }))
    expect(await rows()).toEqual([])
    await post.post(message())
    await sql`update mail.message set expires_at = now() - interval '1 second'`
    expect(await post.send()).toMatchObject({ expired: 1, sent: 0 })
    expect(server.received).toEqual([])
  })

  it("never stores its recipient in plain text, and is not sent to an erased person", async () => {
    const { subjectId, ...rest } = message()
    await post.post({ subjectId, ...rest })
    const [row] = await sql`select row_to_json(m)::text as text from mail.message m`
    expect(JSON.stringify(row)).not.toContain("reader.example")
    await post.run(eraseSubject(subjectId))
    expect(await post.list()).toMatchObject([{ to: null, rendered: null }])
    expect(await post.send()).toMatchObject({ expired: 1 })
    expect(server.received).toEqual([])
  })

  it("uses the current names of coins when it is sent, and says that demo coins have no value", async () => {
    await post.post(message({ kind: "depositCredited", personal: { to: "a@b.example", amount: "0.5 BTC" } }))
    const textOf = async () => (await post.list())[0]?.rendered?.text
    expect(await textOf()).toContain("Amount: 0.50 BTC (demo chain, no real coins)")
    await post.run(Assets.use(({ change }) => change(1, { name: "XBT", shownDigits: 4 })))
    expect(await textOf()).toContain("Amount: 0.5000 XBT (demo chain, no real coins)")
  })

  it("that is the last one to a deleted account deletes their address", async () => {
    await post.post(message({ kind: "accountDeleted", about: { at: new Date().toISOString() } }))
    expect(await post.send()).toMatchObject({ sent: 1 })
    expect(await post.list()).toMatchObject([{ to: null }])
  })
})

it("mail stays readable in the database if no mail server is configured", async () => {
  const local = openMail(db.url)
  await local.post(message({ locale: "de" }))
  expect(await local.send()).toEqual({ sent: 0, delayed: 0, bounced: 0, expired: 0 })
  const [stored] = await local.list()
  expect(stored).toMatchObject({ to: "mara@reader.example", message: { state: "waiting" } })
  expect(stored?.rendered?.text).toContain("anzumelden")
  await local.close()
})
