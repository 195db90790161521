import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { connect as connectSocket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Result } from "effect"
import { unzipSync } from "fflate"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { aboutDocument, IdentityChecks, IdentityReviews, levelReader, type OperatorLook } from "#core/identity"
import { AppConfig, uuidv7 } from "#core/kernel"
import { aboutUnderEmbargo, type EmbargoDays, type OperatorRole, OperatorSessions } from "#core/operators"
import { listAccesses, listChecks, searchChecks } from "#projections/identity"
import { waitFor } from "#projections/runner"
import { run } from "#src/process/runtime.ts"
import { type TestDatabase, testDatabase } from "#testing"
import type { TestPerson } from "../../../core/accounts/testing/people.ts"
import { later, startKeeper } from "../../../core/identity/testing/keeperKit.ts"
import { sampleDocument } from "../../../core/identity/testing/sampleDocument.ts"
import { samplePdf } from "../../../core/identity/testing/samplePdf.ts"
import { makeTestOperator, type TestOperator } from "../../../core/operators/testing/testOperator.ts"
import { type ApiKit, makeApiKit } from "../testing/apiKit.ts"
import { type AppendGate, makeAppendGate } from "../testing/appendGate.ts"

const DAY_MS = 86_400_000
const home = mkdtempSync(join(tmpdir(), "quire-identity-"))
let db: TestDatabase
let kit: ApiKit
let stopKeeper: () => Promise<void>
let ada: TestOperator
let looks: AppendGate

beforeAll(async () => {
  db = await testDatabase()
  looks = await makeAppendGate(db.url, "identity.DocumentOpened.v1")
  kit = await makeApiKit({ url: db.url, env: { QUIRE_DATA_DIR: home } })
  stopKeeper = await startKeeper(db.url, home)
  ada = await makeOperator(["reviewer"])
})
afterAll(async () => {
  await kit?.close()
  await stopKeeper?.()
  await db?.drop()
  rmSync(home, { recursive: true })
})

const makeOperator = (roles: ReadonlyArray<OperatorRole>, personIds: ReadonlyArray<string> = []) =>
  run(Effect.flatMap(AppConfig, ({ consoleOrigin }) => makeTestOperator(consoleOrigin, roles, personIds)))

type Identity = {
  readonly kycStatusId: number
  readonly level: number
  readonly check: {
    readonly reasons: ReadonlyArray<object>
    readonly note: string | null
    readonly shredding: number | null
    readonly documents: ReadonlyArray<{
      readonly documentId: string
      readonly hints: ReadonlyArray<string>
      readonly shredded: number | null
    }>
  } | null
}
const STATEMENT = { fullName: "Anna Maria Eriksson", birthDate: "1974-08-12", countryCode: "SE", consent: true }

const call = (name: string, payload: object, { token }: TestPerson) =>
  kit.post(`/api/UserProfile/${name}`, payload, { token })
const identityOf = async (person: TestPerson) =>
  (await call("LoadKYC", {}, person)).body.data["identity"] as unknown as Identity
const begin = (person: TestPerson, level = 2) => call("BeginKYC", { ...STATEMENT, level }, person)
const upload = async (
  person: TestPerson,
  { kind = "passport", side = "front", country = "se", bytes = undefined as Uint8Array | undefined } = {},
) => {
  const body = bytes ?? (await sampleDocument(`#${Math.random().toString(16).slice(2, 8).padEnd(6, "a")}`))
  return kit.send(`/api/UserProfile/UploadIdentityImage?kind=${kind}&side=${side}&countryCode=${country}`, {
    method: "POST",
    headers: { "content-type": "application/octet-stream" },
    body: new Uint8Array(body),
    token: person.token,
  })
}
const documentOf = (answer: Awaited<ReturnType<typeof upload>>) => answer.body.data["documentId"] as unknown as string
/** A person with a submitted passport. */
const submit = async (bytes?: Uint8Array) => {
  const person = await kit.people.make()
  await begin(person)
  const docId = documentOf(await upload(person, { bytes }))
  expect((await call("SubmitKYCApprove", {}, person)).status).toBe(200)
  const [found] = await run(searchChecks(person.userCode))
  return { person, docId, checkId: found?.checkId ?? "" }
}
const review = async <A>(work: (reviews: (typeof IdentityReviews)["Service"]) => Effect.Effect<A, unknown>) => {
  const done = await run(Effect.orDie(IdentityReviews.use((reviews) => work(reviews))))
  const position = typeof done === "number" ? done : ((done as { readonly position?: number }).position ?? 0)
  await run(waitFor("identity", position))
  return done
}
const reviewsRead =
  (checkId: string, document: { readonly docId: string; readonly number: string; readonly day: string }) =>
  (reviews: (typeof IdentityReviews)["Service"]) =>
    reviews.read(checkId, document, "operator:ada")
type Named = { readonly checkId: string; readonly docId: string }
const signedLook = (
  operator: TestOperator,
  { checkId, docId }: Named,
  { reason = "Review of the check", embargoDays = 0 }: { reason?: string; embargoDays?: EmbargoDays } = {},
) => {
  const { about: _, ...signed } = operator.look(
    aboutUnderEmbargo(aboutDocument({ checkId, docId }), embargoDays),
    reason,
  )
  return { ...signed, checkId, docId, embargoDays }
}
const open = (check: OperatorLook) => run(Effect.result(IdentityReviews.use((reviews) => reviews.look(check))))
const check = (named: Named, more?: { reason?: string; embargoDays?: EmbargoDays }) =>
  open(signedLook(ada, named, more))

it("[S7-005] lists the statuses of identity checks, with the one for a resubmission at the end", async () => {
  const { body } = await kit.get("/api/Home/LoadKYCStatus")
  expect(body.data.map((each) => (each as { readonly name: string }).name)).toEqual([
    ...["Not submitted", "Pending", "Verified", "Rejected", "Revoked", "Expired", "Resubmission requested"],
  ])
})

it("[S1-017] [S7-086] a person submits a document, a reviewer verifies it, and both see the outcome", async () => {
  const { person, checkId, docId } = await submit()
  expect(await identityOf(person)).toMatchObject({ kycStatusId: 2, level: 0 })
  expect((await run(listChecks({ phase: "pending" }))).map((each) => each.checkId)).toContain(checkId)
  await review((reviews) => reviews.claim(checkId, "operator:ada"))
  const mrz = "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F3504150ZE184226B<<<<<16"
  const read = await review((reviews) => reviews.read(checkId, { docId, mrz }, "operator:ada"))
  expect(read).toMatchObject({ isReused: false })
  const { failedDigits } = read as { readonly failedDigits: ReadonlyArray<string> }
  await review((reviews) => reviews.verify(checkId, "operator:ada", true))
  if (failedDigits.length > 0) {
    await review((reviews) => reviews.claim(checkId, "operator:lin"))
    await review((reviews) => reviews.verify(checkId, "operator:lin", true))
  }
  expect(await identityOf(person)).toMatchObject({ kycStatusId: 3, level: 2, check: { level: 2 } })
  expect(await run(Effect.flatMap(levelReader, (levelOf) => levelOf(person.personId)))).toBe(2)
})

it("verifies a statement at once, and names every wrong field of another", async () => {
  const person = await kit.people.make()
  const wrong = await call(
    "BeginKYC",
    { level: 1, fullName: "", birthDate: "x", countryCode: "", consent: false },
    person,
  )
  expect([wrong.status, Object.keys(wrong.body.errors ?? {}).toSorted()]).toEqual([
    400,
    ["birthDate", "consent", "countryCode", "fullName"],
  ])
  expect((await begin(person, 1)).body.data).toMatchObject({ identity: { kycStatusId: 3, level: 1 } })
  expect((await begin(person, 1)).status).toBe(409)
})

it("takes a PDF only as proof of address, and shows a reviewer its pages as an image", async () => {
  const person = await kit.people.make()
  await begin(person, 3)
  const letter = await samplePdf(2)
  const asPassport = await upload(person, { bytes: letter })
  expect([asPassport.status, asPassport.body.message]).toEqual([422, expect.stringContaining("proof of address")])
  const docId = documentOf(await upload(person, { kind: "proofOfAddress", bytes: letter }))
  await upload(person)
  expect((await call("SubmitKYCApprove", {}, person)).status).toBe(200)
  const [found] = await run(searchChecks(person.userCode))
  const opened = await check({ checkId: found?.checkId ?? "", docId })
  const image = Result.getOrThrow(opened)
  expect([...image.slice(0, 3)]).toEqual([0xff, 0xd8, 0xff])
  const { width = 0, height = 0 } = await sharp(image).metadata()
  expect(width).toBeGreaterThan(height)
  expect(Buffer.from(image).includes("app.alert")).toBe(false)
})

it("asks for consent before any image", async () => {
  expect((await upload(await kit.people.make())).status).toBe(409)
})

describe("a sealed image", () => {
  it("is neither in the database nor readable in storage, and its key is only with the keeper", async () => {
    const { docId } = await submit()
    const sealed = readFileSync(join(home, "identity", docId.slice(-2), docId))
    expect(sealed.subarray(0, 3).toString("hex")).not.toBe("ffd8ff")
    await expect(sharp(sealed).metadata()).rejects.toThrow()
    const wrapped = readFileSync(join(home, "keeper", "documents", docId.slice(-2), docId), "utf8")
    const tables = await kit.sql<Array<{ data: string }>>`select data::text from es.event where type like 'identity.%'`
    expect(tables.some(({ data }) => data.includes(JSON.parse(wrapped).sealed))).toBe(false)
  })

  it("[S7-087] is shown to its owner after a fresh sign-in, small and marked, until the decision", async () => {
    const { person, docId, checkId } = await submit()
    const shown = await call("LoadIdentityImage", { documentId: docId }, person)
    expect([shown.status, shown.headers.get("content-type"), shown.headers.get("cache-control")]).toEqual([
      200,
      "image/jpeg",
      "no-store",
    ])
    const { width, exif } = await sharp(shown.bytes).metadata()
    expect([width, exif]).toEqual([800, undefined])
    await review((reviews) => reviews.claim(checkId, "operator:ada"))
    await review((reviews) => reviews.reject(checkId, "operator:ada", { reason: "other", note: "" }))
    expect((await call("LoadIdentityImage", { documentId: docId }, person)).status).toBe(404)
  })

  it("[S7-087] is refused to others and to old sessions, and its owner is notified", async () => {
    const { person, docId } = await submit()
    const stranger = await kit.people.make()
    expect((await call("LoadIdentityImage", { documentId: docId }, stranger)).status).toBe(404)
    expect((await call("RemoveIdentityImage", { documentId: docId }, stranger)).status).toBe(409)
    await kit.sql`update accounts.session set opened_at = now() - interval '16 minutes' where session_id = ${person.sessionId}`
    expect((await call("LoadIdentityImage", { documentId: docId }, person)).status).toBe(409)
    await expect
      .poll(async () => (await call("LoadIdentityAccess", {}, person)).body.data["accesses"])
      .toMatchObject([{ isOwn: true, isRefused: true, role: "owner" }])
  })

  it("[S7-087] is refused to operators at the site, also with their own member account", async () => {
    const [{ docId }, own] = [await submit(), await kit.people.make()]
    const { operatorId } = await makeOperator(["reviewer", "support"], [own.personId])
    const asking = OperatorSessions.use((sessions) => sessions.open({ operatorId, kind: "browser", device: "Test" }))
    const token = await run(Effect.provide(asking, OperatorSessions.layer))
    const load = (init: object) => kit.post("/api/UserProfile/LoadIdentityImage", { documentId: docId }, init)
    expect((await load({ token })).status).toBe(401)
    expect((await load({ headers: { cookie: `quire_operator=${token}` } })).status).toBe(401)
    expect((await load({ token: own.token })).status).toBe(404)
  })

  it("is hidden from its owner for the embargo of a look, which the reviewer signed, and no longer", async () => {
    const { person, ...named } = await submit()
    expect(await check(named, { embargoDays: 30 })).toMatchObject({ success: expect.any(Uint8Array) })
    const shownAt = async (ms: number) => {
      const accesses = await run(listAccesses(person.personId).pipe(later(ms)))
      return accesses.filter(({ role }) => role === "reviewer").length
    }
    await expect
      .poll(
        () => kit.sql`select 1 from es.event where type = 'identity.DocumentOpened.v1'
        and data->>'checkId' = ${named.checkId} and data->>'embargoUntil' is not null`,
      )
      .toHaveLength(1)
    expect(await shownAt(0)).toBe(0)
    await expect.poll(() => shownAt(31 * DAY_MS)).toBe(1)
    const visible = signedLook(ada, named)
    expect(await open({ ...visible, embargoDays: 180 })).toMatchObject({ failure: { cause: "credential" } })
  })

  it("opens for nobody if the look cannot be recorded: no fact, no bytes", async () => {
    const { person, ...named } = await submit()
    await looks.shut()
    try {
      expect(await check(named)).toMatchObject({ failure: { cause: "unrecorded" } })
      expect((await call("LoadIdentityImage", { documentId: named.docId }, person)).status).toBe(404)
    } finally {
      await looks.open()
    }
    expect(await check(named)).toMatchObject({ success: expect.any(Uint8Array) })
  })

  it("does not open in the place of another one, truncated, or with another key", async () => {
    const [one, other] = [await submit(), await submit()]
    const pathOf = (folder: string, { docId }: typeof one) => join(home, folder, docId.slice(-2), docId)
    const { copyFileSync, truncateSync } = await import("node:fs")
    copyFileSync(pathOf("identity", one), pathOf("identity", other))
    expect(await check(other)).toMatchObject({ failure: { cause: "damaged" } })
    copyFileSync(pathOf("keeper/documents", one), pathOf("keeper/documents", other))
    expect(await check(other)).toMatchObject({ failure: { cause: "damaged" } })
    truncateSync(pathOf("identity", one), 500)
    expect(await check(one)).toMatchObject({ failure: { cause: "damaged" } })
  })

  it("opens for a signature that binds operator, check, document and reason, once and within five minutes", async () => {
    const { person, ...named } = await submit()
    const other = await submit()
    const good = () => signedLook(ada, named)
    const refused = (cause: string) => ({ failure: { _tag: "NotOpened", cause } })
    const [viewer, lin, own] = [
      await makeOperator(["viewer"]),
      await makeOperator(["reviewer"]),
      await makeOperator(["reviewer"], [person.personId]),
    ]
    expect(await check(named, { reason: "short" })).toMatchObject(refused("reason"))
    expect(await open({ ...good(), reason: "Another reason than signed" })).toMatchObject(refused("credential"))
    expect(await open({ ...good(), checkId: other.checkId, docId: other.docId })).toMatchObject(refused("credential"))
    expect(await open({ ...good(), operatorId: lin.operatorId })).toMatchObject(refused("credential"))
    expect(await open({ ...good(), lookId: uuidv7(Date.now()) })).toMatchObject(refused("credential"))
    expect(await open({ ...good(), madeMs: Date.now() - 300_001 })).toMatchObject(refused("credential"))
    const stranger = { ...signedLook(lin, named), signed: good().signed }
    expect(await open(stranger)).toMatchObject(refused("credential"))
    // Without the permission, and for an unknown operator: what the console says does not count.
    expect(await open(signedLook(viewer, named))).toMatchObject(refused("credential"))
    expect(await open({ ...good(), operatorId: uuidv7(Date.now()) })).toMatchObject(refused("credential"))
    expect(await open(signedLook(own, named))).toMatchObject(refused("own"))
    const used = good()
    expect(await open(used)).toMatchObject({ success: expect.any(Uint8Array) })
    expect(await open(used)).toMatchObject(refused("credential"))
    const [fact] = await kit.sql<Array<{ data: object }>>`
      select data from es.event where type = 'identity.DocumentOpened.v1' and data->>'docId' = ${named.docId}`
    expect(fact?.data).toMatchObject({
      by: ada.by,
      evidence: { lookId: used.lookId, signature: used.signed.response.signature },
    })
  })

  it("opens for no caller without the key of the site", async () => {
    const { docId, checkId } = await submit()
    const question = { id: 1, ask: "open", ...signedLook(ada, { checkId, docId }) }
    const closed = await new Promise<string>((resolve) => {
      const socket = connectSocket(join(home, "keeper", "keeper.sock"))
      let received = ""
      socket.on("data", (data) => {
        received += data
        socket.write(`${JSON.stringify({ mac: "AAAA" })}\n`)
        socket.write(`${JSON.stringify(question)}\n`)
      })
      socket.on("close", () => resolve(received))
    })
    expect(closed.split("\n").filter((line) => line !== "")).toHaveLength(1)
    expect(JSON.parse(closed)).toEqual({ nonce: expect.any(String), publicKey: expect.any(String) })
  })
})

it("an operator cannot review the check of their own member account", async () => {
  const { person, checkId } = await submit()
  const own = await makeOperator(["reviewer"], [person.personId])
  const claimed = await run(Effect.result(IdentityReviews.use((reviews) => reviews.claim(checkId, own.by))))
  expect(claimed).toMatchObject({ failure: { _tag: "ReviewRefused", problem: "self" } })
})

it("people see who looked at their documents, with role and reason, and in their export", async () => {
  const { person, ...named } = await submit()
  expect(await check(named, { reason: "Compare with the statement" })).toMatchObject({
    success: expect.any(Uint8Array),
  })
  const accesses = async () => (await call("LoadIdentityAccess", {}, person)).body.data["accesses"]
  await expect.poll(accesses).toEqual([
    {
      ...{ at: expect.any(Number), kind: "passport", role: "reviewer", isOwn: false },
      ...{ reason: "Compare with the statement", isRefused: false },
    },
  ])
  const exported = await kit.post("/api/User/ExportData", {}, { token: person.token })
  const text = Buffer.from(unzipSync(exported.bytes)["identity.json"] ?? []).toString()
  expect(text).toContain("Compare with the statement")
  expect(text).not.toContain(ada.operatorId)
})

it("asks for other images with reasons; the person replaces them and submits again", async () => {
  const { person, checkId, docId } = await submit()
  await review((reviews) => reviews.claim(checkId, "operator:ada"))
  const reasons = [{ docId, reason: "glare" }] as const
  await review((reviews) => reviews.askResubmission(checkId, "operator:ada", { reasons, note: "Avoid the lamp." }))
  expect(await identityOf(person)).toMatchObject({
    kycStatusId: 7,
    check: { reasons: [{ documentId: docId, reason: "glare" }], note: "Avoid the lamp." },
  })
  const replaced = await upload(person)
  expect(replaced.status).toBe(200)
  const { check } = await identityOf(person)
  expect(check?.documents.map(({ documentId }) => documentId)).toEqual([documentOf(replaced)])
  expect(readFileSync(join(home, "keeper", "documents", docId.slice(-2), docId), "utf8")).toBe("shredded\n")
  expect((await call("SubmitKYCApprove", {}, person)).body.data).toMatchObject({ identity: { kycStatusId: 2 } })
})

it("shreds the images 30 days after the decision and forgets the statement, for good", async () => {
  const { person, checkId, docId } = await submit()
  await review((reviews) => reviews.claim(checkId, "operator:ada"))
  await review((reviews) => reviews.read(checkId, { docId, number: "X 1234567", day: "2035-01-01" }, "operator:ada"))
  await review((reviews) => reviews.verify(checkId, "operator:ada", false))
  const shred = (ms: number) =>
    run(Effect.orDie(IdentityChecks.use((checks) => checks.shredDue(checkId))).pipe(later(ms)))
  await shred(29 * DAY_MS)
  expect((await identityOf(person)).check?.documents[0]?.shredded).toBeNull()
  await shred(30 * DAY_MS)
  await expect.poll(async () => (await identityOf(person)).check?.documents[0]?.shredded).toBeGreaterThan(0)
  expect(existsSync(join(home, "identity", docId.slice(-2), docId))).toBe(false)
  expect(await check({ checkId, docId })).toMatchObject({ failure: { cause: "unknown" } })
  // The level stays, and what was stated is gone.
  expect(await identityOf(person)).toMatchObject({ kycStatusId: 3, level: 2 })
  await expect
    .poll(() => kit.sql`select full_name, birth_date, country from read.idcheck where check_id = ${checkId}`)
    .toEqual([{ full_name: null, birth_date: null, country: null }])
})

it("flags both checks with one document number, and neither person learns about the other", async () => {
  const [one, other] = [await submit(), await submit()]
  for (const { checkId, docId } of [one, other]) {
    await review((reviews) => reviews.claim(checkId, "operator:ada"))
    await review((reviews) => reviews.read(checkId, { docId, number: "zz-99 001", day: "2035-01-01" }, "operator:ada"))
  }
  const flagged = async () =>
    (await run(listChecks({ phase: "pending" }))).flatMap(({ isNumberReused, checkId }) =>
      isNumberReused ? [checkId] : [],
    )
  await expect.poll(flagged).toEqual(expect.arrayContaining([one.checkId, other.checkId]))
  expect(await review((reviews) => reviews.verify(other.checkId, "operator:ada", false))).toMatchObject({
    isVerified: false,
  })
  expect(JSON.stringify(await identityOf(other.person))).not.toContain(one.checkId)
})

it("after a rejection, refuses a new check of the person, and flags the document if somebody else sends it", async () => {
  const number = { number: "RJ 77 002", day: "2035-01-01" }
  const rejected = await submit()
  await review((reviews) => reviews.claim(rejected.checkId, "operator:ada"))
  await review((reviews) => reviews.read(rejected.checkId, { docId: rejected.docId, ...number }, "operator:ada"))
  await review((reviews) => reviews.reject(rejected.checkId, "operator:ada", { reason: "altered", note: "" }))
  expect((await begin(rejected.person)).status).toBe(409)
  const other = await submit()
  await review((reviews) => reviews.claim(other.checkId, "operator:ada"))
  const read = await review((reviews) => reviews.read(other.checkId, { docId: other.docId, ...number }, "operator:ada"))
  expect(read).toMatchObject({ isReused: true })
  expect(await review((reviews) => reviews.verify(other.checkId, "operator:ada", false))).toMatchObject({
    isVerified: false,
  })
  expect(await identityOf(other.person)).toMatchObject({ kycStatusId: 2 })
  expect(JSON.stringify(await identityOf(other.person))).not.toContain(rejected.checkId)
})

it("flags a rejected document that its person sends again in a later check, also after it was shredded and under another country", async () => {
  const number = { number: "RJ 55 310", day: "2035-01-01" }
  const bytes = await sampleDocument("#a1b2c3")
  const { person, checkId: firstId, docId } = await submit(bytes)
  await review((reviews) => reviews.claim(firstId, "operator:ada"))
  await review((reviews) => reviews.read(firstId, { docId, ...number }, "operator:ada"))
  await review((reviews) => reviews.reject(firstId, "operator:ada", { reason: "altered", note: "" }))
  const shred = IdentityChecks.use((checks) => checks.shredDue(firstId))
  await run(Effect.orDie(shred).pipe(later(30 * DAY_MS)))
  const beginning = IdentityChecks.use((checks) =>
    checks.begin(person.personId, { ...STATEMENT, level: 2, country: "SE", hasConsent: true }, "en"),
  )
  await run(Effect.flatMap(Effect.orDie(beginning), (at) => waitFor("identity", at)).pipe(later(181 * DAY_MS)))

  const again = await upload(person, { bytes, country: "no" })
  expect([again.status, (await call("SubmitKYCApprove", {}, person)).status]).toEqual([200, 200])
  const [second] = (await run(searchChecks(person.userCode))).filter(({ checkId }) => checkId !== firstId)
  const laterId = second?.checkId ?? ""
  await review((reviews) => reviews.claim(laterId, "operator:ada"))
  const read = reviewsRead(laterId, { docId: documentOf(again), ...number })
  expect(await review(read)).toMatchObject({ isReused: true })
  const flags = async () =>
    (await run(searchChecks(person.userCode))).map(({ checkId, isNumberReused }) => [checkId, isNumberReused])
  await expect.poll(flags).toEqual([
    [laterId, true],
    [firstId, true],
  ])
  // Never an automatic no: one reviewer is not enough, two are.
  expect(await review((reviews) => reviews.verify(laterId, "operator:ada", false))).toMatchObject({ isVerified: false })
  expect(await identityOf(person)).toMatchObject({ kycStatusId: 2, check: { reasons: [], note: null } })
  expect(JSON.stringify(await identityOf(person))).not.toMatch(new RegExp(`${firstId}|reused`, "i"))
  await review((reviews) => reviews.claim(laterId, "operator:lin"))
  expect(await review((reviews) => reviews.verify(laterId, "operator:lin", false))).toMatchObject({ isVerified: true })
})

it("flags the document of somebody who left and comes back with another account", async () => {
  const number = { number: "ER 41 208", day: "2035-01-01" }
  const left = await submit()
  await review((reviews) => reviews.claim(left.checkId, "operator:ada"))
  await review(reviewsRead(left.checkId, { docId: left.docId, ...number }))
  await run(Effect.orDie(IdentityChecks.use((checks) => checks.close(left.person.personId))))
  const back = await submit()
  await review((reviews) => reviews.claim(back.checkId, "operator:ada"))
  expect(await review(reviewsRead(back.checkId, { docId: back.docId, ...number }))).toMatchObject({ isReused: true })
  await expect
    .poll(async () => (await run(searchChecks(left.checkId))).map(({ isNumberReused }) => isNumberReused))
    .toEqual([true])
})

it("withdrawn consent ends the check and destroys the images at once", async () => {
  const { person, docId } = await submit()
  const withdrawn = await call("WithdrawKYC", {}, person)
  expect(withdrawn.body.data).toMatchObject({ identity: { kycStatusId: 1 } })
  expect(readFileSync(join(home, "keeper", "documents", docId.slice(-2), docId), "utf8")).toBe("shredded\n")
  expect((await begin(person)).status).toBe(200)
})

it("leaving shreds what no law demands", async () => {
  const { person, docId } = await submit()
  await run(Effect.orDie(IdentityChecks.use((checks) => checks.close(person.personId))))
  expect(readFileSync(join(home, "keeper", "documents", docId.slice(-2), docId), "utf8")).toBe("shredded\n")
})

it("a preservation keeps the images of a withdrawn check until it is lifted", async () => {
  const { person, checkId, docId } = await submit()
  await review((reviews) => reviews.preserve(checkId, "operator:ada", "Order of the court, file 12"))
  await call("WithdrawKYC", {}, person)
  expect(await check({ checkId, docId })).toMatchObject({ success: expect.any(Uint8Array) })
  await review((reviews) => reviews.lift(checkId, "operator:ada"))
  await run(Effect.orDie(IdentityChecks.use((checks) => checks.shredDue(checkId))))
  expect(await check({ checkId, docId })).toMatchObject({ failure: { cause: "unknown" } })
})

it("says so if the keeper is away, and goes on when it is back", async () => {
  const person = await kit.people.make()
  await begin(person)
  await stopKeeper()
  expect((await upload(person)).status).toBe(503)
  expect(readdirSync(join(home, "keeper"))).toContain("key-pair.json")
  stopKeeper = await startKeeper(db.url, home)
  expect((await upload(person)).status).toBe(200)
})

it("a keeper with another directory opens no document of the first one, which opens it again when it is back", async () => {
  const named = await submit()
  await stopKeeper()
  const other = mkdtempSync(join(tmpdir(), "quire-identity-"))
  const socket = join(home, "keeper", "keeper.sock")
  stopKeeper = await startKeeper(db.url, home, { KEEPER_DIR: other, KEEPER_SOCKET: socket })
  expect(await check(named)).toMatchObject({ failure: { cause: "damaged" } })
  await stopKeeper()
  rmSync(other, { recursive: true })
  stopKeeper = await startKeeper(db.url, home)
  expect(await check(named)).toMatchObject({ success: expect.any(Uint8Array) })
})
