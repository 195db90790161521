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

it(
  "lists, opens, reads and verifies a check, each after its plan, with a reason for the look",
  MANY_COMMANDS,
  async () => {
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
    const file = `${home}/look.jpg`
    expect((await identity("look", id, docId, "--reason", "short", "--out", file)).code).toBe(1)
    const looked = await identity("look", id, docId, "--reason", "Review of the check", "--out", file)
    expect([looked.code, looked.out]).toEqual([0, expect.stringContaining("The person sees that you looked")])
    const early = await identity("verify", id, "--yes")
    expect([early.code, early.err]).toEqual([1, expect.stringContaining("Claim the check first")])
    expect((await identity("claim", id)).code).toBe(3)
    expect((await identity("claim", id, "--yes")).code).toBe(0)
    expect((await identity("read", id, docId, "--number", "X 123", "--day", "2035-01-01", "--yes")).code).toBe(0)
    expect((await identity("verify", id, "--yes")).out).toContain("Verified.")
    expect((await listed("--phase", "verified")).map(({ checkId }) => checkId)).toEqual([id])
    const kept = await identity("preserve", id, "--reason", "Order of the court, file 12", "--yes")
    expect(kept.code).toBe(0)
    expect((await identity("shred", id, "--yes")).err).toContain("preserved")
    expect((await identity("preserve", id, "--lift", "--yes")).code).toBe(0)
    expect((await identity("shred", id, "--yes")).out).toContain("Shredded.")
    expect((await identity("revoke", id, "mistake", "--yes")).code).toBe(0)
    expect((await identity("retention", "aml", "--yes")).code).toBe(0)
  },
)
