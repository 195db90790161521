import { describe, expect, it } from "vitest"
import { digestDueMs, digestSinceMs } from "./digestTimes.ts"

const at = (iso: string) => Date.parse(iso)
const iso = (ms: number) => new Date(ms).toISOString()

describe("a digest", () => {
  it("is due each day at six, and each Monday at six (UTC)", () => {
    expect(iso(digestDueMs("daily", at("2026-11-26T05:59:59.999Z")))).toBe("2026-11-25T06:00:00.000Z")
    expect(iso(digestDueMs("daily", at("2026-11-26T06:00:00.000Z")))).toBe("2026-11-26T06:00:00.000Z")
    expect(iso(digestDueMs("weekly", at("2026-11-26T12:00:00.000Z")))).toBe("2026-11-23T06:00:00.000Z")
    expect(iso(digestDueMs("weekly", at("2026-11-23T05:00:00.000Z")))).toBe("2026-11-16T06:00:00.000Z")
  })

  it("has the posts since the one before it, also after days without a worker, but no more than four periods", () => {
    const due = at("2026-11-26T06:00:00.000Z")
    expect(iso(digestSinceMs("daily", due, null))).toBe("2026-11-25T06:00:00.000Z")
    expect(iso(digestSinceMs("daily", due, at("2026-11-23T06:00:00.000Z")))).toBe("2026-11-23T06:00:00.000Z")
    expect(iso(digestSinceMs("daily", due, at("2026-01-01T06:00:00.000Z")))).toBe("2026-11-22T06:00:00.000Z")
  })
})
