import { Effect, Layer, Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { CurrentMeta, MemoryEventStore, replay, Sealing, uuidv7 } from "#core/kernel"
import { FORWARD_PER_MILLE_MAX, FORWARDS_MAX } from "../limits.ts"
import { auditForwarded } from "../testing/forwardAuditor.ts"
import { Forwards } from "./Forwards.ts"
import { forwardParts } from "./forwardParts.ts"
import { type ForwardsState, forwardsOf, PersonForwards } from "./PersonForwards.ts"
import { setForward } from "./setForward.ts"

const NOW = Date.UTC(2028, 1, 29, 12)

/** Two or more people who pass on to each other, one command after the other. */
const play = (...commands: ReadonlyArray<readonly [from: string, to: string, perMille: number]>) => {
  const states = new Map<string, ForwardsState>()
  const stateOf = (id: string) => states.get(id) ?? PersonForwards.initial
  const refused = commands.map(([creatorId, toId, perMille]) => {
    const before = { own: stateOf(creatorId), other: stateOf(toId) }
    const decided = setForward({ creatorId, toId, nowMs: NOW }, perMille)(before)
    if (Result.isFailure(decided)) return decided.failure.reason
    states.set(creatorId, replay({ ...PersonForwards, initial: before.own }, decided.success.own))
    states.set(toId, replay({ ...PersonForwards, initial: before.other }, decided.success.other))
    return null
  })
  return { refused, partsOf: (id: string) => forwardsOf(stateOf(id)) }
}

describe("passing on income", () => {
  it("replaces the part of a person, and ends it with 0", () => {
    const { refused, partsOf } = play(["anna", "ben", 100], ["anna", "carl", 200], ["anna", "ben", 0])
    expect([refused, partsOf("anna"), partsOf("ben")]).toEqual([
      [null, null, null],
      [{ toId: "carl", perMille: 200 }],
      [],
    ])
  })

  it.each([
    ["oneself", [["anna", "anna", 100]]],
    ["part", [["anna", "ben", FORWARD_PER_MILLE_MAX + 1]]],
    ["part", [["anna", "ben", -1]]],
    ["part", [["anna", "ben", 12.5]]],
    [
      "loop",
      [
        ["ben", "anna", 100],
        ["anna", "ben", 100],
      ],
    ],
    [
      "sum",
      [
        ["anna", "ben", 300],
        ["anna", "carl", 201],
      ],
    ],
    ["many", [...Array.from({ length: FORWARDS_MAX + 1 }, (_, n) => ["anna", `reader${n}`, 10] as const)]],
  ] as const)("is refused as %s", (reason, commands) => {
    expect(play(...commands).refused.at(-1)).toBe(reason)
  })

  it("may be ended while the other person has begun to pass on, and raised up to the maximum", () => {
    expect(play(["anna", "ben", 500], ["ben", "anna", 1], ["anna", "ben", 0], ["ben", "anna", 500]).refused).toEqual([
      null,
      "loop",
      null,
      null,
    ])
  })
})

describe("the parts of a payment", () => {
  const forwards = [
    { toId: "ben", perMille: 125 },
    { toId: "carl", perMille: 333 },
  ]

  it("add up with what the creator keeps, each within a unit, and as an auditor rounds them", () => {
    const many = fc.uniqueArray(
      fc.record({ toId: fc.string({ minLength: 1 }), perMille: fc.integer({ min: 1, max: 100 }) }),
      {
        selector: ({ toId }) => toId,
        maxLength: FORWARDS_MAX,
      },
    )
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n }), many, fc.nat(1_000), (units, parts, n) => {
        const given = parts.filter(({ toId }) => toId !== "anna")
        const forwarded = forwardParts(units, given, new Set(), n)
        const closed = { shares: [{ creatorId: "anna", units: String(units), forwarded }], n } as never
        expect(auditForwarded(closed, () => new Map(given.map(({ toId, perMille }) => [toId, perMille])))).toEqual([])
      }),
    )
  })

  it("stay with the creator if a receiver’s wallet is closed", () => {
    expect(forwardParts(1_000n, forwards, new Set(), 0).map(({ units }) => units)).toEqual(["125", "333"])
    expect(forwardParts(1_000n, forwards, new Set(["carl"]), 0).map(({ toId }) => toId)).toEqual(["ben"])
    expect(forwardParts(0n, forwards, new Set(), 0)).toEqual([])
  })

  it("are audited: a unit that moved is found", () => {
    const wrong = [
      { toId: "ben", perMille: 125, units: "126" },
      { toId: "carl", perMille: 333, units: "332" },
    ]
    const closed = { shares: [{ creatorId: "anna", units: "1000", forwarded: wrong }], n: 1 } as never
    const inForce = () => new Map(forwards.map(({ toId, perMille }) => [toId, perMille]))
    expect(auditForwarded(closed, inForce)).toHaveLength(1)
  })
})

describe("a command id", () => {
  const layer = Forwards.layer.pipe(Layer.provide([MemoryEventStore, Sealing.layerMemory]))

  it("gets its first answer again, and is refused for another forward, also if that would change nothing", () =>
    Effect.gen(function* () {
      const forwards = yield* Forwards
      const [anna, ben] = [uuidv7(NOW), uuidv7(NOW)]
      const first = yield* forwards.set(anna, ben, 100)
      expect(yield* forwards.set(anna, ben, 100)).toBe(first)
      for (const [from, to, perMille] of [
        [anna, ben, 200],
        [ben, anna, 0],
        [anna, anna, 100],
      ] as const)
        expect(yield* Effect.flip(forwards.set(from, to, perMille))).toMatchObject({ _tag: "CommandReused" })
    }).pipe(
      Effect.provideService(CurrentMeta, {
        ...{ actor: "test", commandId: uuidv7(NOW), correlationId: null, causationId: null },
      }),
      Effect.provide(layer),
      Effect.runPromise,
    ))
})
