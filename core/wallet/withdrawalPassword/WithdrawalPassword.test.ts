import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { replay } from "#core/kernel"
import {
  changeWithdrawalPassword,
  chooseWithdrawalPassword,
  PAUSE_MS,
  WithdrawalPassword,
} from "./WithdrawalPassword.ts"

const personId = "01890000-0000-7000-8000-000000000001"
const nowMs = Date.parse("2026-11-22T04:00:00.000Z")
const next = (passwordHash: string) => ({ personId, passwordHash, nowMs })
const none = WithdrawalPassword.initial
const outcome = (state: typeof none, decide: ReturnType<typeof chooseWithdrawalPassword>) =>
  Result.map(decide(state), (facts) => replay({ ...WithdrawalPassword, initial: state }, facts))

describe("a withdrawal password", () => {
  it.each([
    [
      "the first, which stops nothing",
      none,
      chooseWithdrawalPassword(next("a")),
      { hash: "a", frozenUntilMs: 0, sinceMs: nowMs },
    ],
    [
      "changed with the one before, which stops nothing",
      { hash: "a", frozenUntilMs: 0, sinceMs: 1 },
      changeWithdrawalPassword("a", next("b")),
      { hash: "b", frozenUntilMs: 0, sinceMs: 1 },
    ],
    [
      "chosen without the one before, which stops withdrawals for a day",
      { hash: "a", frozenUntilMs: 0, sinceMs: 1 },
      chooseWithdrawalPassword(next("b")),
      { hash: "b", frozenUntilMs: nowMs + PAUSE_MS, sinceMs: 1 },
    ],
    [
      "changed after a reset, which goes on stopping them",
      { hash: "a", frozenUntilMs: nowMs + 5, sinceMs: 1 },
      changeWithdrawalPassword("a", next("b")),
      { hash: "b", frozenUntilMs: nowMs + 5, sinceMs: 1 },
    ],
  ])("is %s", (_, state, decide, expected) => {
    expect(Result.getOrThrow(outcome(state, decide))).toEqual(expected)
  })

  it("is not changed where it was changed elsewhere since it was compared", () => {
    const moved = outcome({ hash: "c", frozenUntilMs: 0, sinceMs: 1 }, changeWithdrawalPassword("a", next("b")))
    expect(Result.isFailure(moved)).toBe(true)
  })
})
