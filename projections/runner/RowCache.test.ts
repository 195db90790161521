import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { InvalidValue } from "./Column.ts"
import { adding, change, is, orNull, patch, put, remove, rowAfter, table } from "./index.ts"
import { RowCache } from "./RowCache.ts"

const shelf = table("shelf", { room: is.text, no: is.int, books: is.int, at: orNull(is.at) }, { key: ["room", "no"] })
const note = table("note", { id: is.text, text: is.text }, { key: ["id"] })

const rowsOf = (cache: RowCache) =>
  Object.fromEntries([...cache.dirty()].map(({ table: { name }, rows, deleted: gone }) => [name, { rows, gone }]))

describe("RowCache", () => {
  it("requests each unknown row once", () => {
    const cache = new RowCache()
    const changes = [patch(shelf, ["a", 1], (row) => row), remove(note, ["x"]), patch(shelf, ["a", 1], (row) => row)]
    expect([...cache.unknown(changes)]).toEqual([
      [shelf, [["a", 1]]],
      [note, [["x"]]],
    ])
    cache.load(shelf, ["a", 1], null)
    expect([...cache.unknown(changes)]).toEqual([[note, [["x"]]]])
  })

  it("folds changes over rows, and returns the rows to write", () => {
    const cache = new RowCache()
    cache.load(note, ["old"], { id: "old", text: "old" })
    cache.load(note, ["same"], { id: "same", text: "same" })
    cache.apply([put(shelf, { room: "a", no: 1, books: 1, at: null })])
    cache.apply([patch(shelf, ["a", 1], (row) => ({ ...row, books: row.books + 1 })), remove(note, ["old"])])
    cache.apply([patch(note, ["same"], (row) => row), patch(note, ["absent"], (row) => ({ ...row, text: "never" }))])
    expect(rowsOf(cache)).toEqual({
      shelf: { rows: [{ room: "a", no: 1, books: 2, at: null }], gone: [] },
      note: { rows: [], gone: [["old"]] },
    })
  })

  it("keeps rows apart whose key parts read the same one after the other", () => {
    const keys: ReadonlyArray<readonly [string, number]> = [
      ["a", 11],
      ["a1", 1],
      ["", 1],
      ["0:", 1],
      ["1:a", 1],
    ]
    const cache = new RowCache()
    cache.apply(keys.map(([room, no]) => put(shelf, { room, no, books: 1, at: null })))
    expect(cache.rows).toBe(keys.length)
  })

  it("stores exactly the times that a Date reads and writes alike, and completes shorter ones", () => {
    const store = (at: string) => {
      const cache = new RowCache()
      cache.apply([put(shelf, { room: "a", no: 1, books: 1, at })])
      return [...cache.dirty()].flatMap(({ rows }) => rows.map((row) => row["at"]))
    }
    const times = [
      "2028-02-28T23:59:59.999Z",
      "2028-02-29T00:00:00.000Z",
      "2027-12-31T00:00:00.000Z",
      "0999-01-01T00:00:00.000Z",
    ]
    for (const time of times) expect(store(time)).toEqual([time])
    expect(store("2027-01-01T00:00:00Z")).toEqual(["2027-01-01T00:00:00.000Z"])
    const wrong = [
      "2027-02-29T00:00:00.000Z",
      "2027-13-01T00:00:00.000Z",
      "2027-01-00T00:00:00.000Z",
      "2027-01-01T24:00:00.000Z",
    ]
    for (const time of wrong) expect(() => store(time)).toThrow(InvalidValue)
  })

  it("applies all changes of an event or none", () => {
    const cache = new RowCache()
    cache.apply([put(note, { id: "a", text: "before" })])
    const broken = () => {
      throw new Error("broken")
    }
    const bytes = cache.bytes
    expect(() =>
      cache.apply([
        put(note, { id: "a", text: "after" }),
        put(note, { id: "b", text: "b" }),
        change(note, ["c"], broken),
      ]),
    ).toThrow("broken")
    expect(rowsOf(cache)).toEqual({ note: { rows: [{ id: "a", text: "before" }], gone: [] } })
    expect(cache.bytes).toBe(bytes)
  })

  describe("additions to integer columns", () => {
    const add = adding(shelf, ["books"], ([room, no]) => ({ room: String(room), no: Number(no), books: 1, at: null }))

    it("start with the initial row, and add to an existing row", () => {
      const cache = new RowCache()
      cache.load(shelf, ["a", 1], { room: "a", no: 1, books: 5, at: null })
      cache.apply([add(["a", 1], [2n]), add(["b", 1], [3n])])
      cache.apply([add(["a", 1], [-1n])])
      expect(rowsOf(cache)["shelf"]?.rows.map(({ books }) => books)).toEqual([6, 4])
    })

    it("can be mixed with changes of the whole row", () => {
      const cache = new RowCache()
      cache.apply([add(["a", 1], [1n]), patch(shelf, ["a", 1], (row) => ({ ...row, books: row.books * 10 }))])
      cache.apply([add(["a", 1], [2n])])
      expect(rowsOf(cache)["shelf"]?.rows).toEqual([{ room: "a", no: 1, books: 22, at: null }])
      cache.apply([remove(shelf, ["a", 1])])
      cache.apply([add(["a", 1], [2n])])
      expect(rowsOf(cache)["shelf"]?.rows.map(({ books }) => books)).toEqual([3])
    })

    it("are undone if the event fails later, or if a column cannot hold the sum", () => {
      const cache = new RowCache()
      cache.apply([add(["a", 1], [1n])])
      const broken = () => {
        throw new Error("broken")
      }
      const bad = [add(["a", 1], [7n]), add(["a", 1], [7n]), add(["b", 1], [7n]), change(note, ["c"], broken)]
      expect(() => cache.apply(bad)).toThrow("broken")
      expect(() => cache.apply([add(["a", 1], [2n ** 31n])])).toThrow(/shelf\.books must be a whole number up to/)
      expect(rowsOf(cache)).toEqual({ shelf: { rows: [{ room: "a", no: 1, books: 2, at: null }], gone: [] } })
    })

    it("give the same rows as folding whole rows, in any order and with any failures", () => {
      const step = fc.record({ no: fc.integer({ min: 1, max: 3 }), by: fc.integer({ min: -9, max: 9 }) })
      const event = fc.record({ steps: fc.array(step, { maxLength: 4 }), fails: fc.boolean(), whole: fc.boolean() })
      fc.assert(
        fc.property(fc.array(event), (events) => {
          const [sums, folds] = [new RowCache(), new RowCache()]
          for (const { steps, fails, whole } of events) {
            const boom = fails ? [change(note, ["x"], () => ({ id: "other", text: "" }))] : []
            const wholes = steps.map(({ no, by }) =>
              change(shelf, ["a", no], (row) => ({ room: "a", no, books: (row?.books ?? 1) + by, at: null })),
            )
            const additions = steps.map(({ no, by }) => add(["a", no], [BigInt(by)]))
            for (const [cache, changes] of [[sums, whole ? wholes : additions] as const, [folds, wholes] as const]) {
              const apply = () => cache.apply([...changes, ...boom])
              if (fails) expect(apply).toThrow()
              else apply()
            }
          }
          expect(rowsOf(sums)).toEqual(rowsOf(folds))
          expect(sums.bytes).toBe(folds.bytes)
        }),
      )
    })

    it("cannot be declared for a key, or for a column that is no integer", () => {
      const start = () => ({ room: "", no: 0, books: 0, at: null })
      expect(() => adding(shelf, ["no"], start)).toThrow(/nothing can be added to shelf\.no/)
      expect(() => adding(shelf, ["at"], start)).toThrow(/nothing can be added to shelf\.at/)
    })

    it("give the same result for a single row outside the cache", () => {
      expect(rowAfter(add(["a", 1], [4n]), null)).toEqual({ room: "a", no: 1, books: 5, at: null })
    })
  })

  it("normalizes rows to the form in which the database returns them", () => {
    const cache = new RowCache()
    cache.apply([put(shelf, { room: "a", no: 1, books: 1, at: "2026-11-21T09:00:00+01:00" })])
    expect(rowsOf(cache)["shelf"]?.rows).toEqual([{ room: "a", no: 1, books: 1, at: "2026-11-21T08:00:00.000Z" }])
  })

  it("rejects a changed key, a key that is too long, and unknown columns", () => {
    const cache = new RowCache()
    cache.apply([put(note, { id: "a", text: "" })])
    expect(() => cache.apply([patch(note, ["a"], (row) => ({ ...row, id: "b" }))])).toThrow(
      /note\.id is a key and cannot change/,
    )
    expect(() => cache.apply([put(note, { id: "é".repeat(1_001), text: "" })])).toThrow(/longer than 2000 bytes/)
    expect(() => cache.apply([put(note, { id: "c", text: "", more: 1 } as never)])).toThrow(/more than its columns/)
  })

  it("estimates the memory that it uses", () => {
    const cache = new RowCache()
    cache.apply([put(note, { id: "a", text: "x".repeat(10_000) })])
    expect([cache.rows, cache.bytes > 10_000, cache.bytes < 11_000]).toEqual([1, true, true])
    cache.apply([remove(note, ["a"])])
    expect(cache.bytes).toBe(0)
  })
})

describe("table", () => {
  it("rejects invalid names and nullable keys", () => {
    expect(() => table('x"; drop', { id: is.text }, { key: ["id"] })).toThrow(/cannot name a table/)
    expect(() => table("x", { id: orNull(is.text) }, { key: ["id"] })).toThrow(/never null/)
  })
})
