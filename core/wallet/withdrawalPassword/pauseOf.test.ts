import { expect, it } from "vitest"
import { pauseOf } from "./pauseOf.ts"
import { PAUSE_MS } from "./WithdrawalPassword.ts"

const nowMs = Date.parse("2026-11-22T04:00:00.000Z")
const quiet = { frozenUntilMs: 0, passwordMs: 0, stepMs: 0 }

it.each([
  ["nothing changed", {}, null],
  ["a password changed this moment", { passwordMs: nowMs }, { why: "signIn", untilMs: nowMs + PAUSE_MS }],
  ["a password changed a day ago", { passwordMs: nowMs - PAUSE_MS }, null],
  [
    "a second step changed just less than a day ago",
    { stepMs: nowMs - PAUSE_MS + 1 },
    { why: "step", untilMs: nowMs + 1 },
  ],
  [
    "a reset that ends later than another change",
    { frozenUntilMs: nowMs + 9, stepMs: nowMs - PAUSE_MS + 5 },
    { why: "reset", untilMs: nowMs + 9 },
  ],
  [
    "a change after a reset",
    { frozenUntilMs: nowMs + 9, passwordMs: nowMs },
    { why: "signIn", untilMs: nowMs + PAUSE_MS },
  ],
] as const)("%s pauses withdrawals as long as it has to", (_, changed, pause) => {
  expect(pauseOf({ ...quiet, ...changed }, nowMs)).toEqual(pause)
})
