import { describe, expect, it } from "vitest"
import { SHARED_MS, sharedBriefly } from "./sharedBriefly.ts"

const setUp = (max = 10) => {
  const clock = { ms: 0 }
  const loads: Array<string> = []
  const share = sharedBriefly<string>(max, () => clock.ms)
  const request = (key: string) =>
    share(key, async () => {
      loads.push(key)
      return `${key} ${loads.length}`
    })
  return { clock, loads, share, request }
}

describe("what guests share", () => {
  it("is loaded once for all who ask within a second, and again afterwards", async () => {
    const { clock, request: send } = setUp()
    expect(await Promise.all([send("a"), send("a"), send("b")])).toEqual(["a 1", "a 1", "b 2"])
    clock.ms = SHARED_MS - 1
    expect(await send("a")).toBe("a 1")
    clock.ms = SHARED_MS
    expect(await send("a")).toBe("a 3")
  })
  it("is bounded: the oldest is dropped", async () => {
    const { request: ask, loads } = setUp(2)
    for (const key of ["a", "b", "c", "a", "c"]) await ask(key)
    expect(loads).toEqual(["a", "b", "c", "a"])
  })
  it("does not hold failures", async () => {
    const { share, request: ask } = setUp()
    await expect(share("a", () => Promise.reject(new Error("lost")))).rejects.toThrow("lost")
    expect(await ask("a")).toBe("a 1")
  })
})
