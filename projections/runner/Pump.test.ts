import { describe, expect, it } from "vitest"
import { Pump } from "./Pump.ts"

const settled = () => new Promise((resolve) => setImmediate(resolve))
const RESTS = { moved: false, againMs: 60_000 }

describe("Pump", () => {
  it("runs one step at a time, and another one if it was kicked during a step", async () => {
    let running = 0
    let most = 0
    let steps = 0
    let finish: () => void = () => undefined
    const pump = new Pump(
      async () => {
        most = Math.max(most, ++running)
        steps++
        await new Promise<void>((resolve) => {
          finish = resolve
        })
        running--
        return RESTS
      },
      () => undefined,
    )
    pump.kick()
    pump.kick()
    pump.kick()
    finish()
    await settled()
    finish()
    await settled()
    expect([steps, most]).toEqual([2, 1])
    await pump.stop()
  })

  it("continues while a step requests another one", async () => {
    let steps = 0
    const pump = new Pump(
      async () => (++steps < 5 ? { moved: true, againMs: 0 } : RESTS),
      () => undefined,
    )
    pump.kick()
    await settled()
    expect(steps).toBe(5)
    await pump.stop()
  })

  it("ignores kicks after a failure until the backoff is over, then retries", async () => {
    let steps = 0
    const failures: Array<number> = []
    let mended: () => void = () => undefined
    const again = new Promise<void>((resolve) => {
      mended = resolve
    })
    const pump = new Pump(
      async () => {
        if (++steps === 1) throw new Error("away")
        mended()
        return RESTS
      },
      (_, count) => failures.push(count),
    )
    pump.kick()
    await settled()
    pump.kick()
    pump.kick()
    await settled()
    expect([steps, failures]).toEqual([1, [1]])
    await again
    await pump.stop()
    expect(steps).toBe(2)
  })

  it("does nothing after it was stopped", async () => {
    let steps = 0
    const pump = new Pump(
      async () => {
        steps++
        return RESTS
      },
      () => undefined,
    )
    await pump.stop()
    pump.kick()
    expect(await pump.once()).toBe(false)
    expect(steps).toBe(0)
  })
})
