import { describe, expect, it } from "vitest"
import { cachedMarkup } from "./cachedMarkup.ts"

describe("markup of a shared value", () => {
  it("is rendered once for each variant, and again for a new value", async () => {
    let count = 0
    const render = async () => {
      count += 1
      return `markup ${count}`
    }
    const [one, other] = [{}, {}]
    expect(await cachedMarkup("en", render, one)).toBe("markup 1")
    expect(await cachedMarkup("en", render, one)).toBe("markup 1")
    expect(await cachedMarkup("de", render, one)).toBe("markup 2")
    expect(await cachedMarkup("en", render, other)).toBe("markup 3")
  })
  it("has few variants, of which the least used are dropped, and none with endless keys", async () => {
    const value = {}
    const render = (text: string) => async () => text
    for (let index = 0; index < 41; index += 1) await cachedMarkup(`${index}`, render("first"), value)
    expect(await cachedMarkup("0", render("second"), value)).toBe("second")
    expect(await cachedMarkup("40", render("second"), value)).toBe("first")
    const long = "x".repeat(1_001)
    await cachedMarkup(long, render("first"), value)
    expect(await cachedMarkup(long, render("second"), value)).toBe("second")
  })
})
