import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { replay } from "#core/kernel"
import {
  changeWithdrawalPassword,
  chooseWithdrawalPassword,
  currentPause,
  SECURITY_PAUSE_MS,
  WithdrawalPassword,
} from "./WithdrawalPassword.ts"

const personId = "01890000-0000-7000-8000-000000000001"
const nowMs = Date.parse("2026-11-22T04:00:00.000Z")
const next = (passwordHash: string) => ({ personId, passwordHash, nowMs })
const none = WithdrawalPassword.initial
const outcome = (state: typeof none, decide: ReturnType<typeof chooseWithdrawalPassword>) =>
  Result.map(decide(state), (facts) => replay({ ...WithdrawalPassword, initial: state }, facts))

describe("the withdrawal password", () => {
  it.each([
    [
      "set for the first time, without a pause",
      none,
      chooseWithdrawalPassword(next("a")),
      { hash: "a", frozenUntilMs: 0, sinceMs: nowMs },
    ],
    [
      "changed with the previous one, without a pause",
      { hash: "a", frozenUntilMs: 0, sinceMs: 1 },
      changeWithdrawalPassword("a", next("b")),
      { hash: "b", frozenUntilMs: 0, sinceMs: 1 },
    ],
    [
      "reset without the previous one, which pauses withdrawals for a day",
      { hash: "a", frozenUntilMs: 0, sinceMs: 1 },
      chooseWithdrawalPassword(next("b")),
      { hash: "b", frozenUntilMs: nowMs + SECURITY_PAUSE_MS, sinceMs: 1 },
    ],
    [
      "changed after a reset, and the pause of the reset continues",
      { hash: "a", frozenUntilMs: nowMs + 5, sinceMs: 1 },
      changeWithdrawalPassword("a", next("b")),
      { hash: "b", frozenUntilMs: nowMs + 5, sinceMs: 1 },
    ],
  ])("is %s", (_, state, decide, expected) => {
    expect(Result.getOrThrow(outcome(state, decide))).toEqual(expected)
  })

  it("is not changed if a concurrent change happened after verification", () => {
    const changed = outcome({ hash: "c", frozenUntilMs: 0, sinceMs: 1 }, changeWithdrawalPassword("a", next("b")))
    expect(Result.isFailure(changed)).toBe(true)
  })
})

const unchanged = { frozenUntilMs: 0, passwordMs: 0, stepMs: 0 }

it.each([
  ["nothing changed", {}, null],
  ["a sign-in password changed now", { passwordMs: nowMs }, { reason: "signIn", untilMs: nowMs + SECURITY_PAUSE_MS }],
  ["a sign-in password changed a day ago", { passwordMs: nowMs - SECURITY_PAUSE_MS }, null],
  [
    "a second step changed almost a day ago",
    { stepMs: nowMs - SECURITY_PAUSE_MS + 1 },
    { reason: "step", untilMs: nowMs + 1 },
  ],
  [
    "a reset with a later end than another change",
    { frozenUntilMs: nowMs + 9, stepMs: nowMs - SECURITY_PAUSE_MS + 5 },
    { reason: "reset", untilMs: nowMs + 9 },
  ],
  [
    "a change after a reset",
    { frozenUntilMs: nowMs + 9, passwordMs: nowMs },
    { reason: "signIn", untilMs: nowMs + SECURITY_PAUSE_MS },
  ],
] as const)("%s pauses withdrawals until its own end", (_, changed, pause) => {
  expect(currentPause({ ...unchanged, ...changed }, nowMs)).toEqual(pause)
})
