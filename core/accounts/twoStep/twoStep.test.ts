import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { replay } from "#core/kernel"
import { STEP_MS } from "../formRules.ts"
import { renewRecoveryCodes, stopStep } from "./changeStep.ts"
import { enrolStep } from "./enrolStep.ts"
import {
  RecoveryCodesMade,
  RecoveryCodeUsed,
  TwoStepCodeAccepted,
  TwoStepEnrolled,
  type TwoStepEvent,
  TwoStepRemovalCancelled,
  TwoStepRemovalRequested,
  TwoStepRemoved,
  TwoStepStopped,
} from "./events.ts"
import { passStep } from "./passStep.ts"
import { hashOfTyped, makeRecoveryCodes } from "./recoveryCodes.ts"
import { RemovalLinkEnded, TwoStepOff, WrongStepCode } from "./refusals.ts"
import { cancelRemoval, completeRemoval, REMOVAL_DELAY_MS, requestRemoval } from "./removeStep.ts"
import { TwoStep } from "./TwoStep.ts"
import { hotp, stepAt } from "./totp.ts"

const to = { personId: "01890000-0000-7000-8000-000000000001", email: "anna@example.org", locale: "de" }
const { personId } = to
const codeId = "01890000-0000-7000-8000-000000000002"
const secret = Buffer.alloc(20, 7)
const other = Buffer.alloc(20, 8)
/** The first moment of a time step. */
const startMs = 60_000_000 * STEP_MS
const step = stepAt(startMs)
const isoAt = (ms: number) => new Date(ms).toISOString()
const [recovery = "", spare = ""] = makeRecoveryCodes()
const hashes = [recovery, spare].map(hashOfTyped)

const enrolledWith = (key: Buffer, provenBy: number, replaced = false, atMs = provenBy * STEP_MS) =>
  TwoStepEnrolled.make({
    ...to,
    secret: key.toString("base64url"),
    recoveryHashes: hashes,
    step: provenBy,
    replaced,
    enrolledAt: isoAt(atMs),
  })
const enrolled = enrolledWith(secret, step - 1)
const accepted = (of: number) => TwoStepCodeAccepted.make({ personId, step: of, acceptedAt: isoAt(startMs) })
const used = (code: string) => RecoveryCodeUsed.make({ personId, hash: hashOfTyped(code), usedAt: isoAt(startMs) })
const requested = TwoStepRemovalRequested.make({
  ...to,
  codeId,
  requestedAt: isoAt(startMs),
  dueAt: isoAt(startMs + REMOVAL_DELAY_MS),
})
const cancelled = TwoStepRemovalCancelled.make({ ...to, cancelledAt: isoAt(startMs) })
const stopped = TwoStepStopped.make({ ...to, stoppedAt: isoAt(startMs) })
const given = (...history: ReadonlyArray<TwoStepEvent>) => replay(TwoStep, history)
const codeOf = (of: number, key = secret) => hotp(key, of)
const [wrong, off, ended] = [
  Result.fail(new WrongStepCode({})),
  Result.fail(new TwoStepOff({})),
  Result.fail(new RemovalLinkEnded({})),
]

describe("passing the second step", () => {
  it.each([
    ["a code counts from its first moment", [enrolled], codeOf(step), 0, Result.succeed([accepted(step)])],
    [
      "however it is spaced",
      [enrolled],
      ` ${codeOf(step).replace(/^.../, "$& ")} `,
      0,
      Result.succeed([accepted(step)]),
    ],
    ["not once it was accepted", [enrolled, accepted(step)], codeOf(step), 10_000, wrong],
    ["nor the one that proved the authenticator", [enrolledWith(secret, step)], codeOf(step), 0, wrong],
    ["not before its time", [enrolled], codeOf(step + 1), STEP_MS - 1, wrong],
    ["not of another authenticator", [enrolled], codeOf(step, other), 0, wrong],
    ["a recovery code counts", [enrolled], recovery, 0, Result.succeed([used(recovery)])],
    [
      "in capitals, with an O for 0",
      [enrolled],
      recovery.toUpperCase().replaceAll("0", "O"),
      0,
      Result.succeed([used(recovery)]),
    ],
    ["once", [enrolled, used(recovery)], recovery, 0, wrong],
    ["and leaves the others", [enrolled, used(recovery)], spare, 0, Result.succeed([used(spare)])],
    ["nothing counts for nothing", [enrolled], "", 0, wrong],
    ["who has no second step passes none", [], codeOf(step), 0, off],
    ["nor who stopped it", [enrolled, stopped], codeOf(step), 0, off],
    [
      "who passes need not have it removed",
      [enrolled, requested],
      codeOf(step),
      0,
      Result.succeed([accepted(step), cancelled]),
    ],
  ] as const)("%s", (_, history, typed, afterMs, outcome) => {
    const passed = passStep({ to, typed, nowMs: startMs + afterMs })(given(...history))
    expect(passed).toEqual(outcome)
  })

  it("takes a code while it is under 30 s old: one that is exactly that old is too old [S4-042]", () => {
    const at = (ms: number) =>
      Result.isSuccess(passStep({ to, typed: codeOf(step), nowMs: startMs + ms })(given(enrolled)))
    expect([at(0), at(29_999), at(30_000)]).toEqual([true, true, false])
  })

  it("passes nobody once the person was erased", () => {
    const erased = { ...enrolled, secret: null, recoveryHashes: null }
    expect(given(erased).isOn).toBe(true)
    for (const typed of [codeOf(step), recovery]) {
      expect(passStep({ to, typed, nowMs: startMs })(given(erased))).toEqual(wrong)
    }
  })

  it("[S4-042] accepts no step twice, whatever is tried in which order", () => {
    const tried = fc.array(fc.record({ of: fc.integer({ min: 0, max: 4 }), at: fc.integer({ min: 0, max: 150_000 }) }))
    fc.assert(
      fc.property(tried, (tries) => {
        let history: ReadonlyArray<TwoStepEvent> = [enrolled]
        for (const { of, at } of tries) {
          const passed = passStep({ to, typed: codeOf(step + of), nowMs: startMs + at })(given(...history))
          if (Result.isSuccess(passed)) history = [...history, ...passed.success]
        }
        const steps = history.flatMap((fact) => (fact._tag === "accounts.TwoStepCodeAccepted.v1" ? [fact.step] : []))
        expect(steps).toEqual([...new Set(steps)].toSorted((a, b) => a - b))
      }),
    )
  })
})

describe("enrolling an authenticator", () => {
  const enrol = { to, secret: other, recoveryHashes: hashes, nowMs: startMs, current: "" }
  const fresh = enrolledWith(other, step, false, startMs)

  it.each([
    ["the first, with its code", [], { digits: codeOf(step, other) }, Result.succeed([fresh])],
    ["not with a wrong one", [], { digits: "000000" }, wrong],
    ["not with one that has passed", [], { digits: codeOf(step - 1, other) }, wrong],
    ["another, not without the one there is", [enrolled], { digits: codeOf(step, other) }, wrong],
    [
      "another, with a code of the one there is",
      [enrolled],
      { digits: codeOf(step, other), current: codeOf(step) },
      Result.succeed([accepted(step), enrolledWith(other, step, true, startMs)]),
    ],
    [
      "another, with a recovery code",
      [enrolled],
      { digits: codeOf(step, other), current: recovery },
      Result.succeed([used(recovery), enrolledWith(other, step, true, startMs)]),
    ],
    ["again after it was stopped", [enrolled, stopped], { digits: codeOf(step, other) }, Result.succeed([fresh])],
  ] as const)("%s", (_, history, given_, outcome) => {
    expect(enrolStep({ ...enrol, ...given_ })(given(...history))).toEqual(outcome)
  })
})

describe("stopping and renewing", () => {
  const passing = { to, typed: codeOf(step), nowMs: startMs }
  const made = RecoveryCodesMade.make({ ...to, recoveryHashes: ["new"], madeAt: isoAt(startMs) })

  it("needs the second step", () => {
    expect(stopStep(passing)(given(enrolled))).toEqual(Result.succeed([accepted(step), stopped]))
    expect(stopStep({ ...passing, typed: "1" })(given(enrolled))).toEqual(wrong)
    expect(stopStep(passing)(given())).toEqual(off)
    expect(renewRecoveryCodes(passing, ["new"])(given(enrolled))).toEqual(Result.succeed([accepted(step), made]))
    expect(renewRecoveryCodes({ ...passing, typed: "1" }, ["new"])(given(enrolled))).toEqual(wrong)
  })

  it("ends all recovery codes of before", () => {
    expect(passStep({ to, typed: recovery, nowMs: startMs })(given(enrolled, made))).toEqual(wrong)
  })
})

describe("removing a second step that is lost", () => {
  const about = { to, codeId, nowMs: startMs }
  const late = startMs + REMOVAL_DELAY_MS
  const removed = TwoStepRemoved.make({ ...to, removedAt: isoAt(late) })

  it.each([
    ["is asked for by a link", requestRemoval(about)(given(enrolled)), Result.succeed([requested])],
    [
      "asked again it is due when it was",
      requestRemoval({ ...about, nowMs: late - 1 })(given(enrolled, requested)),
      Result.succeed([]),
    ],
    ["is nothing for who has none", requestRemoval(about)(given()), ended],
    ["is cancelled by that link", cancelRemoval(about)(given(enrolled, requested)), Result.succeed([cancelled])],
    ["not by another", cancelRemoval({ ...about, codeId: personId })(given(enrolled, requested)), ended],
    [
      "by the person themselves",
      cancelRemoval({ ...about, codeId: null })(given(enrolled, requested)),
      Result.succeed([cancelled]),
    ],
    ["once", cancelRemoval(about)(given(enrolled, requested, cancelled)), ended],
    [
      "is not carried out too early",
      completeRemoval({ to, nowMs: late - 1 })(given(enrolled, requested)),
      Result.succeed([]),
    ],
    [
      "is carried out after 72 hours",
      completeRemoval({ to, nowMs: late })(given(enrolled, requested)),
      Result.succeed([removed]),
    ],
    [
      "not where it was cancelled",
      completeRemoval({ to, nowMs: late })(given(enrolled, requested, cancelled)),
      Result.succeed([]),
    ],
    ["not twice", completeRemoval({ to, nowMs: late })(given(enrolled, requested, removed)), Result.succeed([])],
    [
      "not of a step enrolled since",
      completeRemoval({ to, nowMs: late })(given(enrolled, requested, enrolled)),
      Result.succeed([]),
    ],
  ] as const)("%s", (_, outcome, expected) => expect(outcome).toEqual(expected))

  it("leaves one step to sign in with", () => expect(given(enrolled, requested, removed).isOn).toBe(false))
})

it("makes ten recovery codes that nobody confuses", () => {
  const codes = makeRecoveryCodes()
  expect(codes).toHaveLength(10)
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/)
})
