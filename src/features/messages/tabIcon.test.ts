import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { withBadge } from "./tabIcon.ts"

const ICON = readFileSync("public/favicon.svg", "utf8")

it.each(["1", "42", "99+"])("draws %s into the icon of the tab, within its box", (count) => {
  const svg = withBadge(ICON, count)
  const badge = svg.slice(svg.lastIndexOf("<rect"))
  expect(badge).toMatch(/<\/text><\/svg>$/)
  expect(badge).toContain(`>${count}</text>`)
  const side = (name: string) => Number(new RegExp(` ${name}="(\\d+)"`).exec(badge)?.[1])
  expect(side("x")).toBeGreaterThan(0)
  expect(side("x") + side("width")).toBe(64)
})
