import { describe, expect, it } from "vitest"
import { runReplica } from "../scripts/bench/replica/runReplica.ts"

describe("a read replica that lags", () => {
  it("never shows a person less than what they wrote, and serves most reads", { timeout: 600_000 }, async () => {
    const { stale, shareOnReplica, shareWhilePaused } = await runReplica({
      people: 12,
      ownReads: 60,
      mixed: 120,
      perSecond: 12,
      compared: 0,
      demo: false,
      say: () => undefined,
    })
    expect(stale).toBe(0)
    expect(shareOnReplica).toBeGreaterThan(0.75)
    expect(shareWhilePaused).toBe(0)
  })
})
