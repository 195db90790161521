import { Effect, Layer } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { IdentityChecks } from "#core/identity"
import { AppConfig } from "#core/kernel"
import { openPeople, type People } from "../../core/accounts/testing/people.ts"
import { startKeeper } from "../../core/identity/testing/keeperKit.ts"
import { sampleDocument } from "../../core/identity/testing/sampleDocument.ts"
import { type OpsKit, startOpsKit } from "./testing/opsKit.ts"

/** Each command runs as its own process, which starts slowly on a busy machine. */
const MANY_COMMANDS = { timeout: 240_000 }

let kit: OpsKit
let people: People
let home: string
let stopKeeper: () => Promise<void>
beforeAll(async () => {
  kit = await startOpsKit()
  home = kit.env["QUIRE_DATA_DIR"] ?? ""
  people = openPeople({ url: kit.url, isProjected: false })
  stopKeeper = await startKeeper(kit.url, home)
})
afterAll(async () => {
  await people?.close()
  await stopKeeper?.()
  await kit?.stop()
})

/** The people of this test have no directory; the keeper of the kit has one. */
const atHome = Layer.effect(
  AppConfig,
  Effect.map(AppConfig, (settings) => ({ ...settings, dataDirectory: home })),
)

const identity = (...parameters: ReadonlyArray<string>) => kit.ops("identity", ...parameters)

it("lists and shows a check with its documents, and reviews nothing", MANY_COMMANDS, async () => {
  const person = await people.make()
  const bytes = await sampleDocument()
  const form = { level: 2, fullName: "Anna Eriksson", birthDate: "1974-08-12", country: "SE", hasConsent: true }
  await people.run(
    IdentityChecks.use((checks) =>
      Effect.gen(function* () {
        yield* checks.begin(person.personId, form, "en")
        yield* checks.addDocument(person.personId, { kind: "passport", side: "front", country: "SE", bytes })
        yield* checks.submit(person.personId)
      }),
    ).pipe(Effect.orDie, Effect.provide(IdentityChecks.layer.pipe(Layer.provide(atHome)))),
  )
  const listed = async (...flags: ReadonlyArray<string>) =>
    (await identity("list", "--json", ...flags)).json()["checks"] as unknown as ReadonlyArray<{
      readonly checkId: string
      readonly userCode: string
      readonly maskedName: string
    }>
  const [found] = await listed()
  expect(found).toMatchObject({ userCode: person.userCode, maskedName: "A…" })
  const id = found?.checkId ?? ""
  expect(await listed("--phase", "verified")).toEqual([])
  const [document] = (await identity("show", id, "--json")).json()["documents"] as unknown as ReadonlyArray<{
    readonly docId: string
  }>
  const docId = document?.docId ?? ""
  expect(docId).not.toBe("")
  expect((await identity("list", "--person", person.userCode, "--json")).out).toContain(id)
  // Reviews and images are for signed operators at the console.
  for (const verb of ["look", "claim", "verify", "shred"]) expect((await identity(verb, id, "--yes")).code).not.toBe(0)
  expect(await listed("--phase", "verified")).toEqual([])
})
