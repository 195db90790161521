import { describe, expect, it } from "vitest"
import { cachedMarkup } from "./cachedMarkup.ts"

const read = async (key: string, render: () => Promise<ReadonlyArray<Uint8Array>>, of?: object) =>
  (await cachedMarkup(key, render, of)).join("")

describe("markup of a shared value", () => {
  it("is rendered once for each variant, and again for a new value", async () => {
    let count = 0
    const render = async () => {
      count += 1
      return [Buffer.from(`markup ${count}`)]
    }
    const [one, other] = [{}, {}]
    expect(await read("en", render, one)).toBe("markup 1")
    expect(await read("en", render, one)).toBe("markup 1")
    expect(await read("de", render, one)).toBe("markup 2")
    expect(await read("en", render, other)).toBe("markup 3")
  })
  it("has few variants, of which the least used are dropped, and none with endless keys", async () => {
    const value = {}
    const render = (text: string) => async () => [Buffer.from(text)]
    for (let index = 0; index < 41; index += 1) await cachedMarkup(`${index}`, render("first"), value)
    expect(await read("0", render("second"), value)).toBe("second")
    expect(await read("40", render("second"), value)).toBe("first")
    const long = "x".repeat(1_001)
    await cachedMarkup(long, render("first"), value)
    expect(await read(long, render("second"), value)).toBe("second")
  })
})
