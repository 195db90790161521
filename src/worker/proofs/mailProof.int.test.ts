import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { Sql } from "#core/kernel"
import { lastProof, proveLog } from "#core/ledger"
import { type TestDatabase, testDatabase } from "#testing"
import { startMailServer } from "../../../core/mail/testing/mailServer.ts"
import { type OpenMail, openMail } from "../../../core/mail/testing/openMail.ts"
import { findProof } from "../../console/queries/proofs.ts"
import { mailProof } from "./mailProof.ts"

const ADDRESS = "audit@elsewhere.example"

let db: TestDatabase
let server: Awaited<ReturnType<typeof startMailServer>>
let post: OpenMail

beforeAll(async () => {
  ;[db, server] = await Promise.all([testDatabase(), startMailServer({ user: "quire", password: "p" })])
  post = openMail(db.url, server.url, { PROOF_MAIL: ADDRESS })
})
afterAll(async () => {
  await post.close()
  await Promise.all([db.drop(), server.close()])
})

const sql = Effect.map(Sql, ({ client }) => client)
const found = async () => (await post.run(findProof)).mail

it("mails the newest proof once a day to the configured address, and shows operators when it did not arrive", async () => {
  await post.run(mailProof)
  expect(await post.list()).toEqual([])
  expect(await found()).toMatchObject({ to: ADDRESS, hasFailed: true })

  const client = await post.run(sql)
  await client`
    insert into es.event (position, stream, version, event_id, type, correlation_id, causation_id, actor, data)
    select nextval('es.position'), 'operators-all', 1, gen_random_uuid(), 'operators.OperatorInvited.v1', gen_random_uuid(),
      gen_random_uuid(), 'operator:root', '{}'`
  await proveLog(client)
  await Promise.all([post.run(mailProof), post.run(mailProof)])
  expect(await post.send()).toMatchObject({ sent: 1 })
  expect(server.received).toMatchObject([{ to: ADDRESS }])
  const { raw = "" } = server.received[0] ?? {}
  const text = raw.replaceAll("=\r\n", "").replaceAll("\r\n", "\n")
  expect(text).toContain(`npm run ops -- events verify --kept ${await lastProof(client)}`)
  expect(await found()).toMatchObject({ hasFailed: false, state: "sent" })
  expect((await post.run(findProof)).newest).toMatchObject({ events: 1 })

  await client`update mail.message set made_at = made_at - interval '26 hours'`
  expect(await found()).toMatchObject({ hasFailed: true })
  await client`update mail.message set made_at = now(), state = 'bounced'`
  expect(await found()).toMatchObject({ hasFailed: true })
  await client`update mail.message set state = 'waiting'`
  expect(await found()).toMatchObject({ hasFailed: false })
  await client`update mail.message set made_at = now() - interval '61 minutes'`
  expect(await found()).toMatchObject({ hasFailed: true })
})

it("mails nothing without an address", async () => {
  const plain = openMail(db.url, server.url)
  await plain.run(sql).then((client) => client`delete from mail.message`)
  await plain.run(mailProof)
  expect(await plain.list()).toEqual([])
  expect((await plain.run(findProof)).mail).toBeNull()
  await plain.close()
})
