import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { MOBILE_BELOW, MOBILE_QUERY } from "./breakpoint.ts"

const source = fileURLToPath(new URL("..", import.meta.url))
const styled = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) =>
  /\.(astro|css|tsx)$/.test(file),
)

describe("[S9-001] screens narrower than 768 pixels are mobile", () => {
  it("in scripts", () => expect(MOBILE_QUERY).toBe("(width < 768px)"))

  // Wider layouts may have more breakpoints; below this one there is no other.
  it("and in all style sheets", () => {
    const widths = styled.flatMap((file) =>
      Array.from(readFileSync(`${source}/${file}`, "utf8").matchAll(/@media[^{]*width[^{]*/g), ([query]) => ({
        file,
        query,
      })),
    )
    expect(widths.length).toBeGreaterThan(5)
    for (const { file, query } of widths) {
      for (const [, pixels] of query.matchAll(/(\d+)px/g))
        expect(Number(pixels), file).toBeGreaterThanOrEqual(MOBILE_BELOW)
      expect(query, file).not.toMatch(/max-width|min-width|<= ?768|> ?768/)
    }
  })
})
