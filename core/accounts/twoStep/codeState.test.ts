import { expect, it } from "vitest"
import { isCodeReady } from "./codeState.ts"

it.each([
  ["123456", 0, true],
  ["123456", 29_999, true],
  ["123456", 30_000, false],
  ["12345", 0, false],
  ["1234567", 0, false],
  ["12345a", 0, false],
] as const)("[S3-019] [S4-042] holds a code and its time: %s, %d ms old, may be sent: %s", (code, age, ready) => {
  const time = 1_800_000_000_000
  expect(isCodeReady({ code, time }, time + age)).toBe(ready)
})
