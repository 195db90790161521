import { Effect, Layer } from "effect"
import { unzipSync } from "fflate"
import { afterAll, beforeAll, expect, it } from "vitest"
import { AppConfig } from "#core/kernel"
import { aboutUnderEmbargo, type EmbargoDays, type OperatorRole } from "#core/operators"
import { aboutPerson, type NotRevealed, Reveals } from "#core/reveals"
import { findEmail, findMembersByCode } from "#src/console/queries/people.ts"
import { operatorsLayer } from "#src/operations/operatorsLayer.ts"
import { run } from "#src/process/runtime.ts"
import { type TestDatabase, testDatabase } from "#testing"
import type { TestPerson } from "../../../core/accounts/testing/people.ts"
import { makeTestOperator, type TestOperator } from "../../../core/operators/testing/testOperator.ts"
import { type ApiKit, makeApiKit } from "../testing/apiKit.ts"
import { type AppendGate, makeAppendGate } from "../testing/appendGate.ts"

let db: TestDatabase
let kit: ApiKit
let sam: TestOperator
let records: AppendGate

const makeOperator = (roles: ReadonlyArray<OperatorRole>, personIds: ReadonlyArray<string> = []) =>
  run(Effect.flatMap(AppConfig, ({ consoleOrigin }) => makeTestOperator(consoleOrigin, roles, personIds)))

beforeAll(async () => {
  db = await testDatabase()
  records = await makeAppendGate(db.url, "reveals.FieldsRevealed.v1")
  kit = await makeApiKit({ url: db.url })
  sam = await makeOperator(["support"])
})
afterAll(async () => {
  await kit?.close()
  await db?.drop()
})

const FIELDS = ["email"] as const
const signed = (
  operator: TestOperator,
  { personId }: TestPerson,
  { reason = "Ticket T1234567", embargoDays = 0 }: { reason?: string; embargoDays?: EmbargoDays } = {},
) => {
  const { about: _, ...look } = operator.look(aboutUnderEmbargo(aboutPerson(personId, FIELDS), embargoDays), reason)
  return { ...look, personId, fields: FIELDS, embargoDays }
}
/** What the console does: the record first, then the address. */
const reveal = (request: ReturnType<typeof signed>) =>
  run(
    Effect.gen(function* () {
      yield* Reveals.use((reveals) => reveals.record(request))
      return yield* findEmail(request.personId)
    }).pipe(
      Effect.provide(Reveals.layer.pipe(Layer.provide(operatorsLayer))),
      Effect.catch((failure) =>
        Effect.succeed({ refused: (failure as Partial<NotRevealed>).problem ?? failure._tag } as const),
      ),
    ),
  )
const accessesOf = async ({ token }: TestPerson) =>
  (await kit.post("/api/UserProfile/LoadIdentityAccess", {}, { token })).body.data["accesses"]

it("an address is revealed after the record, and its owner sees role, reason and time, and in the export", async () => {
  const person = await kit.people.make()
  const [row] = await kit.sql<Array<{ email: string }>>`
    select email from read.account where person_id = ${person.personId}`
  expect(await reveal(signed(sam, person))).toBe(row?.email)
  await expect
    .poll(() => accessesOf(person))
    .toEqual([
      {
        ...{ at: expect.any(Number), kind: "email", role: "support", isOwn: false },
        ...{ reason: "Ticket T1234567", isRefused: false },
      },
    ])
  const exported = await kit.post("/api/User/ExportData", {}, { token: person.token })
  const text = Buffer.from(unzipSync(exported.bytes)["identity.json"] ?? []).toString()
  expect(text).toContain("Ticket T1234567")
  expect(text).not.toContain(sam.operatorId)
})

it("needs the permission, an own signature over just this, a new one each time, and another person's account", async () => {
  const [person, other] = [await kit.people.make(), await kit.people.make()]
  const [reviewer, own] = [await makeOperator(["reviewer"]), await makeOperator(["support"], [person.personId])]
  expect(await reveal(signed(reviewer, person))).toEqual({ refused: "permission" })
  expect(await reveal(signed(own, person))).toEqual({ refused: "own" })
  expect(await reveal({ ...signed(sam, person), personId: other.personId })).toEqual({ refused: "SignatureRefused" })
  expect(await reveal({ ...signed(sam, person), reason: "Not what was signed" })).toEqual({
    refused: "SignatureRefused",
  })
  expect(await reveal({ ...signed(sam, person), operatorId: own.operatorId })).toEqual({ refused: "SignatureRefused" })
  expect(await reveal(signed(sam, person, { reason: "short" }))).toEqual({ refused: "reason" })
  const once = signed(sam, person)
  expect(await reveal(once)).toEqual(expect.stringContaining("@"))
  expect(await reveal(once)).toEqual({ refused: "used" })
})

it("can be hidden from its owner only with the permission for it", async () => {
  const person = await kit.people.make()
  expect(await reveal(signed(sam, person, { embargoDays: 30 }))).toEqual({ refused: "permission" })
  const both = await makeOperator(["support", "reviewer"])
  expect(await reveal(signed(both, person, { embargoDays: 30 }))).toEqual(expect.stringContaining("@"))
  expect(await reveal(signed(both, person))).toEqual(expect.stringContaining("@"))
  await expect.poll(async () => ((await accessesOf(person)) as ReadonlyArray<object>).length).toBe(1)
})

it("returns nothing while the log cannot be appended", async () => {
  const person = await kit.people.make()
  await records.shut()
  try {
    expect(await reveal(signed(sam, person))).toEqual({ refused: "unrecorded" })
  } finally {
    await records.open()
  }
})

it("the query of the people page returns the mask, and no more for a part of an address", async () => {
  const person = await kit.people.make()
  const [row] = await kit.sql<Array<{ email: string }>>`
    select email from read.account where person_id = ${person.personId}`
  const email = row?.email ?? ""
  const [found] = await run(findMembersByCode(person.userCode))
  expect(JSON.stringify(found)).not.toContain(email)
  expect(found?.maskedEmail).toMatch(/^.…@.…\.[a-z]+$/)
  for (const part of [email.slice(0, -1), email.slice(1), `${email[0]}%`, email.split("@")[1] ?? ""])
    expect(await run(findMembersByCode(part))).toEqual([])
})
