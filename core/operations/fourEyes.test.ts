import { describe, expect, it } from "vitest"
import { playFourEyes } from "./testing/playFourEyes.ts"

describe("four eyes", () => {
  it("hold under random commands of six operators, with forged signatures, races and kills", async () => {
    const report = await playFourEyes(1, 400)
    expect(report.violations).toEqual([])
    expect(report.acts).toBeGreaterThan(2)
    expect(report.kills).toBeGreaterThan(2)
  })
})
