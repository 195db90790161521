import { describe, expect, it } from "vitest"
import { change, is, orNull, patch, put, remove, table } from "./index.ts"
import { RowCache } from "./RowCache.ts"

const shelf = table("shelf", { room: is.text, no: is.int, books: is.int, at: orNull(is.at) }, { key: ["room", "no"] })
const note = table("note", { id: is.text, text: is.text }, { key: ["id"] })

const rowsOf = (cache: RowCache) =>
  Object.fromEntries([...cache.dirty()].map(({ table: { name }, rows, gone }) => [name, { rows, gone }]))

describe("RowCache", () => {
  it("asks for the rows that it does not know, once each", () => {
    const cache = new RowCache()
    const changes = [patch(shelf, ["a", 1], (row) => row), remove(note, ["x"]), patch(shelf, ["a", 1], (row) => row)]
    expect([...cache.unknown(changes)]).toEqual([
      [shelf, [["a", 1]]],
      [note, [["x"]]],
    ])
    cache.load(shelf, ["a", 1], null)
    expect([...cache.unknown(changes)]).toEqual([[note, [["x"]]]])
  })

  it("folds changes over rows, and knows what must be written", () => {
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

  it("keeps rows as the database will give them back", () => {
    const cache = new RowCache()
    cache.apply([put(shelf, { room: "a", no: 1, books: 1, at: "2026-11-21T09:00:00+01:00" })])
    expect(rowsOf(cache)["shelf"]?.rows).toEqual([{ room: "a", no: 1, books: 1, at: "2026-11-21T08:00:00.000Z" }])
  })

  it("refuses a key that changes, a key that is too long and columns that do not exist", () => {
    const cache = new RowCache()
    cache.apply([put(note, { id: "a", text: "" })])
    expect(() => cache.apply([patch(note, ["a"], (row) => ({ ...row, id: "b" }))])).toThrow(
      /note\.id is a key and cannot change/,
    )
    expect(() => cache.apply([put(note, { id: "é".repeat(1_001), text: "" })])).toThrow(/longer than 2000 bytes/)
    expect(() => cache.apply([put(note, { id: "c", text: "", more: 1 } as never)])).toThrow(/more than its columns/)
  })

  it("counts roughly what it holds", () => {
    const cache = new RowCache()
    cache.apply([put(note, { id: "a", text: "x".repeat(10_000) })])
    expect([cache.rows, cache.bytes > 10_000, cache.bytes < 11_000]).toEqual([1, true, true])
    cache.apply([remove(note, ["a"])])
    expect(cache.bytes).toBe(0)
  })
})

describe("table", () => {
  it("refuses names that SQL would trip over, and keys that may be null", () => {
    expect(() => table('x"; drop', { id: is.text }, { key: ["id"] })).toThrow(/cannot name a table/)
    expect(() => table("x", { id: orNull(is.text) }, { key: ["id"] })).toThrow(/never null/)
  })
})
