import { Schema } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { fastDecoder, INVALID } from "./fastDecoder.ts"

const Inner = Schema.Struct({ url: Schema.String, size: Schema.NullOr(Schema.Number) })
const Plain = Schema.TaggedStruct("test.Happened.v1", {
  id: Schema.String.check(Schema.isPattern(/^[a-z]+$/)).pipe(Schema.brand("Id")),
  count: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 9 })),
  kind: Schema.Literals(["view", "like"]),
  isFirst: Schema.Boolean,
  list: Schema.Array(Inner),
  note: Schema.optionalKey(Schema.String),
  either: Schema.Union([Schema.Number, Inner]),
})

/** The decoded value, or that decoding failed. */
const decoded = (schema: Schema.Codec<unknown>, input: unknown) => {
  try {
    return Schema.decodeUnknownSync(schema)(input)
  } catch {
    return INVALID
  }
}

describe("a fast decoder", () => {
  const read = fastDecoder(Plain.ast)
  const good = {
    _tag: "test.Happened.v1",
    id: "abc",
    count: 3,
    kind: "view",
    isFirst: true,
    list: [{ url: "u", size: null }],
    either: { url: "u", size: 1 },
  }
  // Valid and invalid values for each field, combined in every way.
  const anything = fc.oneof(
    fc.constantFrom("abc", "A1", "view", "", 3, 3.5, 10, -1, null, true, undefined),
    fc.jsonValue(),
  )
  const field = <A>(value: A) =>
    fc.oneof({ weight: 6, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: anything })
  const inner = fc.record({ url: field("u"), size: field(null), more: anything }, { requiredKeys: ["url", "size"] })
  const event = fc.record(
    {
      _tag: field(good._tag),
      id: field("abc"),
      count: field(3),
      kind: field("like"),
      isFirst: field(false),
      list: fc.oneof(fc.array(inner), anything),
      note: field("n"),
      either: fc.oneof(inner, anything),
      more: anything,
    },
    { requiredKeys: ["_tag", "id", "count", "kind", "isFirst", "list", "either"] },
  )

  it("gives the same result as schema decoding for any value", () => {
    expect(read?.(good)).toEqual(good)
    expect(read?.({ ...good, more: 1 })).toEqual(good)
    fc.assert(
      fc.property(fc.oneof(event, anything), (input) => {
        expect(read?.(input)).toEqual(decoded(Plain as never, input))
      }),
      { numRuns: 2_000 },
    )
  })

  it("returns fields in schema order, whatever the input order", () => {
    const turned = Object.fromEntries(Object.entries({ ...good, list: [{ size: null, url: "u" }] }).reverse())
    expect(JSON.stringify(read?.(turned))).toBe(JSON.stringify(decoded(Plain as never, good)))
  })

  it.each([
    ["with a transformation", Schema.Struct({ at: Schema.DateTimeUtcFromString })],
    ["with keys of any name", Schema.Record(Schema.String, Schema.Number)],
    ["that is suspended", Schema.suspend(() => Schema.String)],
    ["of a class", Schema.Struct({ at: Schema.Date })],
    ["with exclusive alternatives", Schema.Union([Schema.String, Schema.Number], { mode: "oneOf" })],
  ])("is not compiled for a schema %s", (_, schema) => {
    expect(fastDecoder(schema.ast)).toBeUndefined()
  })
})
