import { expect, it } from "vitest"
import { isBest, type PeerCount } from "./peers.ts"

it.each<[number, PeerCount, PeerCount, boolean]>([
  [2, 2, 3, true],
  [3, 2, 4, false],
  [9, "cannot", "unknown", true],
  [4, "unknown", 3, false],
])("%i clicks beside %s and %s: best is %s", (clicks, freshRss, folo, best) => {
  const facts = { title: "any", measure: "clicks", freshRss, folo, source: "any" } as const
  expect(isBest(facts, { clicks, keystrokes: 0 })).toBe(best)
})
