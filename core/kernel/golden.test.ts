import { readFileSync, writeFileSync } from "node:fs"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { makeEventFamily } from "./store/EventFamily.ts"
import { discoverFamilies } from "./testing/discoverFamilies.ts"
import {
  type AnyFamily,
  extendLock,
  formatLock,
  type GoldenLock,
  type GoldenSamples,
  goldenProblems,
  parseLock,
} from "./testing/golden.ts"

const LOCK = new URL("golden.lock", import.meta.url)
const modules = await discoverFamilies()
const families = modules.flatMap((module) => module.families)
const samples: GoldenSamples = Object.assign({}, ...modules.map((module) => module.samples))
const readLock = (): GoldenLock => parseLock(readFileSync(LOCK, "utf8"))

describe("every event type that was ever stored", () => {
  it("still decodes, and its golden sample is unchanged", async () => {
    if (process.env["GOLDEN"] === "accept") {
      const extended = extendLock(samples, readLock())
      expect(await goldenProblems(families, samples, extended)).toEqual([])
      writeFileSync(LOCK, formatLock(extended))
    }
    expect(families.length).toBeGreaterThan(2)
    expect(await goldenProblems(families, samples, readLock())).toEqual([])
  })

  it.each(modules.map((module) => [module.name, module] as const))("is named after its module: %s", (name, module) => {
    expect(module.families.length).toBeGreaterThan(0)
    const names = [...module.families.flatMap(({ types }) => types), ...Object.keys(module.samples)]
    expect(names.filter((type) => !type.startsWith(`${name}.`))).toEqual([])
  })
})

describe("the check of golden samples", () => {
  const Named = Schema.TaggedStruct("test.Named.v1", { title: Schema.String })
  const Joined = Schema.TaggedStruct("test.Joined.v1", { who: Schema.String, name: Schema.NullOr(Schema.String) })
  const named = makeEventFamily(Schema.Union([Named]))
  const sealed = makeEventFamily(Schema.Union([Joined]), {
    sealed: { "test.Joined.v1": { subject: "who", fields: ["name"] } },
  })
  const good: GoldenSamples = { "test.Named.v1": [{ data: { title: "A" } }] }
  const who = "01890000-0000-7000-8000-000000000000"
  const check = (one: AnyFamily, of: GoldenSamples, lock = extendLock(of, {})) => goldenProblems([one], of, lock)

  it("accepts correct samples", async () => {
    expect(await check(named, good)).toEqual([])
    expect(await check(sealed, { "test.Joined.v1": [{ data: { who }, sealed: { name: "Ana" } }] })).toEqual([])
  })

  it.each<[string, () => Promise<ReadonlyArray<string>>, RegExp]>([
    ["a missing sample", () => check(named, {}), /test\.Named\.v1 has no golden sample/],
    ["a dropped event", () => goldenProblems([], good, extendLock(good, {})), /samples and no schema/],
    [
      "a sample that no longer decodes",
      () =>
        check(makeEventFamily(Schema.Union([Schema.TaggedStruct("test.Named.v1", { title: Schema.Number })])), good),
      /does not decode/,
    ],
    [
      "a shape that was edited",
      () => check(makeEventFamily(Schema.Union([Schema.TaggedStruct("test.Named.v1", {})])), good),
      /is stored as \{\} now: give the new shape a new name/,
    ],
    [
      "sealed fields outside `sealed`",
      () => check(sealed, { "test.Joined.v1": [{ data: { who, name: "Ana" } }] }),
      /sealed fields belong under `sealed`/,
    ],
    [
      "a sample that was changed",
      () => check(named, { "test.Named.v1": [{ data: { title: "B" } }] }, extendLock(good, {})),
      /was changed or removed/,
    ],
    ["a sample that was removed", () => goldenProblems([], {}, extendLock(good, {})), /was changed or removed/],
    ["a sample that was never accepted", () => check(named, good, {}), /GOLDEN=accept/],
  ])("reports %s", async (_, problems, message) => {
    expect((await problems()).join("\n")).toMatch(message)
  })
})
