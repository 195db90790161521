import { Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { Sealing } from "../sealing/Sealing.ts"
import { makeEventFamily } from "./EventFamily.ts"
import { EVENT_DATA_BYTES_MAX } from "./EventStore.ts"
import { uuidv7 } from "./Ids.ts"

const Renamed = Schema.TaggedStruct("test.Renamed.v1", { title: Schema.String, at: Schema.DateTimeUtcFromString })
const SignedUp = Schema.TaggedStruct("test.SignedUp.v1", {
  userId: Schema.String,
  plan: Schema.String,
  name: Schema.NullOr(Schema.String),
  mail: Schema.NullOr(Schema.String),
})
const union = Schema.Union([Renamed, SignedUp])
const family = makeEventFamily(union, {
  sealed: { "test.SignedUp.v1": { subject: "userId", fields: ["name", "mail"] } },
})

const run = <A, E>(effect: Effect.Effect<A, E, Sealing>) =>
  Effect.runPromise(effect.pipe(Effect.provide(Sealing.layerMemory)))

const stored = (event: Effect.Success<ReturnType<typeof family.encode>>) => ({
  ...event,
  subjectId: event.subjectId ?? null,
  sealed: event.sealed ?? null,
})

describe("an event family", () => {
  it("knows its types and which of them have sealed fields", () => {
    expect(family.types).toEqual(["test.Renamed.v1", "test.SignedUp.v1"])
    expect(family.types.map(family.seals)).toEqual([false, true])
  })

  it("encodes an event as JSON under its type, and decodes it", () =>
    run(
      Effect.gen(function* () {
        const event = Renamed.make({
          title: "A",
          at: Schema.decodeSync(Schema.DateTimeUtcFromString)("2026-11-21T08:00:00Z"),
        })
        const encoded = yield* family.encode(event)
        expect(encoded).toMatchObject({ type: "test.Renamed.v1", data: { title: "A", at: "2026-11-21T08:00:00.000Z" } })
        expect(yield* family.decode(stored(encoded))).toEqual(event)
        expect(family.decodeSync(encoded.type, encoded.data)).toEqual(event)
      }),
    ))

  it("keeps sealed fields out of the data, opens them, and returns null after the person is erased", () =>
    run(
      Effect.gen(function* () {
        const userId = uuidv7(1)
        const event = SignedUp.make({ userId, plan: "free", name: "Ana Ferreira", mail: null })
        const encoded = yield* family.encode(event)
        expect(encoded).toMatchObject({ data: { userId, plan: "free" }, subjectId: userId })
        expect(JSON.stringify(encoded)).not.toContain("Ana")
        expect(yield* family.decode(stored(encoded))).toEqual(event)
        yield* (yield* Sealing).shred(userId)
        expect(yield* family.decode(stored(encoded))).toEqual({ ...event, name: null, mail: null })
      }),
    ))

  it("never encodes sealed fields without the keys of their person", () => {
    const event = SignedUp.make({ userId: uuidv7(1), plan: "free", name: "Ada", mail: null })
    expect(() => family.encodeSync(event, 1)).toThrow("test.SignedUp.v1 has sealed fields")
  })

  it("refuses to decode unknown types and invalid data", async () => {
    const odd = { eventId: uuidv7(1), subjectId: null, sealed: null }
    const decode = (type: string, data: unknown) => run(Effect.flip(family.decode({ ...odd, type, data })))
    expect(String(await decode("test.Renamed.v2", { title: "A" }))).toMatch(/test\.Renamed\.v/)
    expect(String(await decode("test.Renamed.v1", { title: 1 }))).toMatch(/title/)
    expect(() => family.decodeSync("test.Other.v1", {})).toThrow()
  })

  it.each<[string, string, RegExp]>([
    ["a NUL character", "a\0b", /U\+0000 or half a surrogate pair/],
    ["half a surrogate pair", "a\ud800b", /U\+0000 or half a surrogate pair/],
    ["more bytes than an event may have", "x".repeat(EVENT_DATA_BYTES_MAX), /\d+ bytes: 4194304 are allowed/],
  ])("fails with a defect that names the problem if a sealed field contains %s", async (_, name, message) => {
    const event = SignedUp.make({ userId: uuidv7(1), plan: "free", name, mail: null })
    await expect(run(family.encode(event))).rejects.toThrow(message)
  })

  it("reads a single field of events without sealed parts", () => {
    const at = family.fieldDecoder("test.Renamed.v1", "at")("2026-11-21T08:00:00Z")
    expect(at).toEqual(Schema.decodeSync(Schema.DateTimeUtcFromString)("2026-11-21T08:00:00Z"))
    expect(family.fieldDecoder("test.Renamed.v1", "title")("A")).toBe("A")
    expect(() => family.fieldDecoder("test.Renamed.v1", "title")(undefined)).toThrow()
    expect(() => family.fieldDecoder("test.Renamed.v1", "name")).toThrow(/no field name to read alone/)
    expect(() => family.fieldDecoder("test.SignedUp.v1", "plan")).toThrow(/no field plan to read alone/)
  })

  it("requires a UUID as the subject", async () => {
    const event = SignedUp.make({ userId: "ana", plan: "free", name: "Ana", mail: null })
    await expect(run(family.encode(event))).rejects.toThrow(/the subject must be a UUID, not "ana"/)
  })

  it.each([
    [
      "a name without module or version",
      () => makeEventFamily(Schema.Union([Schema.TaggedStruct("Renamed", {})])),
      /not named like/,
    ],
    ["a name twice", () => makeEventFamily(Schema.Union([Renamed, Renamed])), /the same name/],
    ["sealing an unknown event", () => seal("test.Other.v1", "userId", "name"), /not an event of this family/],
    ["sealing an unknown field", () => seal("test.SignedUp.v1", "userId", "phone"), /no field phone/],
    ["sealing without a subject", () => seal("test.SignedUp.v1", "ownerId", "name"), /no open field ownerId/],
    ["sealing the subject itself", () => seal("test.SignedUp.v1", "name", "name"), /no open field name/],
    ["sealing a field that does not allow null", () => seal("test.SignedUp.v1", "userId", "plan"), /must admit null/],
  ])("cannot be defined with %s", (_, make, message) => {
    expect(make).toThrow(message)
  })
})

const seal = (type: string, subject: string, field: string) =>
  makeEventFamily(union, { sealed: { [type]: { subject, fields: [field] } } })
