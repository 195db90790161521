import { describe, expect, it } from "vitest"
import { SHARED_MS } from "./sharedBriefly.ts"
import { sharedWhileSame } from "./sharedWhileSame.ts"

const setUp = (max = 10) => {
  const state = { ms: 0, version: "1" as string | null, isAway: false, versions: 0, loads: 0 }
  const load = async () => {
    if (state.isAway) throw new Error("away")
    state.loads += 1
    return state.loads
  }
  const version = async () => {
    state.versions += 1
    if (state.isAway) throw new Error("away")
    return state.version
  }
  const share = sharedWhileSame<number>(max, version, () => state.ms)
  return { state, ask: (key: string) => share(key, load) }
}

describe("what is shared while it is the same", () => {
  it("is loaded by the first two who ask, and only the second asks for the version", async () => {
    const { state, ask } = setUp()
    expect([await ask("a"), await ask("b"), state.versions]).toEqual([1, 2, 0])
    expect([await ask("a"), await ask("a"), await ask("a"), state.versions]).toEqual([3, 3, 3, 3])
  })
  it("is loaded again when its version changes, or after a second", async () => {
    const { state, ask } = setUp()
    expect([await ask("a"), await ask("a"), await ask("a")]).toEqual([1, 2, 2])
    state.version = "2"
    expect([await ask("a"), await ask("a")]).toEqual([3, 3])
    state.ms = SHARED_MS - 1
    expect(await ask("a")).toBe(3)
    state.ms = SHARED_MS
    expect(await ask("a")).toBe(4)
  })
  it("[S8-009] fails at once when the version cannot be read, and is not shared without one", async () => {
    const { state, ask } = setUp()
    expect([await ask("a"), await ask("a"), await ask("a")]).toEqual([1, 2, 2])
    state.isAway = true
    await expect(ask("a")).rejects.toThrow("away")
    Object.assign(state, { isAway: false, version: null })
    expect([await ask("a"), await ask("a")]).toEqual([3, 4])
  })
  it("is bounded: the oldest key counts as new", async () => {
    const { state, ask } = setUp(2)
    for (const key of ["a", "b", "c", "a"]) await ask(key)
    expect(state.versions).toBe(0)
  })
})
