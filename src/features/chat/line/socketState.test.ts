import { expect, it } from "vitest"
import { dotOf } from "./socketState.ts"

it.each([
  [-1, "red"],
  [3, "red"],
  [0, "orange"],
  [-3, "orange"],
  [1, "green"],
] as const)("[S4-022] colours the dot of the state %d %s", (state, colour) => {
  expect(dotOf(state)).toBe(colour)
})
