import { describe, expect, it } from "vitest"
import { runFailovers } from "../scripts/bench/failover/runFailovers.ts"

describe("a failover to a synchronous standby", () => {
  it("loses and doubles no acknowledged fact, and processes find the new primary by themselves", async () => {
    const { acknowledged, lost, doubled, backMs, hints } = await runFailovers(3, () => undefined)
    expect({ lost, doubled, kills: backMs.length }).toEqual({ lost: 0, doubled: 0, kills: 3 })
    expect(acknowledged).toBeGreaterThan(1_000)
    expect(hints).toBeGreaterThan(0)
  })
})
