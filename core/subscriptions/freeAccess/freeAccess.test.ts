import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { formatIso, replay } from "#core/kernel"
import { ACCESS_GIVEN_MAX, ACCESS_MS_MAX, DAY_MS, TRIAL_DAYS_MAX } from "../limits.ts"
import { AccessList, type AccessListState, giveListedAccess, withdrawListedAccess } from "./AccessList.ts"
import { AccessPass, type AccessPassState } from "./AccessPass.ts"
import { beginTrial, giveAccess, lapseAccess, offerTrial, withdrawAccess } from "./changePass.ts"
import type { AccessPassEvent } from "./events.ts"
import { freeLevel } from "./freeLevel.ts"

const NOW = Date.UTC(2028, 1, 29, 12)
const of = { creatorId: "creator", personId: "reader", nowMs: NOW }
type Decision = (state: AccessPassState) => Result.Result<ReadonlyArray<AccessPassEvent>, { readonly reason: string }>

/** The state after decisions that are all accepted. */
const stateAfter = (...decisions: ReadonlyArray<Decision>): AccessPassState =>
  decisions.reduce(
    (state, decide) => replay({ ...AccessPass, initial: state }, Result.getOrThrow(decide(state))),
    AccessPass.initial,
  )
const reasonOf = (decide: Decision, state = AccessPass.initial) =>
  Result.match(decide(state), { onFailure: ({ reason }) => reason, onSuccess: () => null })
const eventsOf = (decide: Decision, state: AccessPassState) => Result.getOrThrow(decide(state))

describe("access that a creator gives", () => {
  const given = (level: 2 | 3, untilMs: number | null = null) => giveAccess(of, { level, untilMs })

  it("opens its level until its end, and is taken back at any time", () => {
    const state = stateAfter(given(3, NOW + DAY_MS))
    expect([NOW, NOW + DAY_MS - 1, NOW + DAY_MS].map((ms) => freeLevel(state, ms))).toEqual([3, 3, 0])
    expect(freeLevel(stateAfter(given(2)), NOW + 1_000 * DAY_MS)).toBe(2)
    expect(freeLevel(stateAfter(given(3), given(2)), NOW)).toBe(2)
    expect(freeLevel(stateAfter(given(2), withdrawAccess(of)), NOW)).toBe(0)
  })

  it("is not given to oneself, into the past, or for longer than ten years", () => {
    expect(reasonOf(giveAccess({ ...of, personId: "creator" }, { level: 2, untilMs: null }))).toBe("oneself")
    expect([NOW, NOW + ACCESS_MS_MAX + 1].map((untilMs) => reasonOf(given(2, untilMs)))).toEqual(["until", "until"])
    expect(reasonOf(given(2, NOW + ACCESS_MS_MAX))).toBeNull()
  })

  it("changes nothing if it is given or taken back twice", () => {
    expect(eventsOf(given(2), stateAfter(given(2)))).toEqual([])
    expect(eventsOf(withdrawAccess(of), AccessPass.initial)).toEqual([])
  })
})

describe("a trial", () => {
  const trial = (days: number, isOpen = false) => beginTrial(of, days, isOpen)

  it("opens the level of subscribers for its days, once for each person", () => {
    const state = stateAfter(trial(14))
    expect([NOW, NOW + 14 * DAY_MS - 1, NOW + 14 * DAY_MS].map((ms) => freeLevel(state, ms))).toEqual([2, 2, 0])
    expect(reasonOf(trial(14), state)).toBe("tried")
    expect(reasonOf(trial(14), stateAfter(trial(14), lapseAccess({ ...of, nowMs: NOW + 15 * DAY_MS })))).toBe("tried")
  })

  it("is refused to the creator, without an offer, and to people who have access already", () => {
    expect(reasonOf(beginTrial({ ...of, personId: "creator" }, 14, false))).toBe("oneself")
    expect([reasonOf(trial(0)), reasonOf(trial(14, true))]).toEqual(["notOffered", "open"])
  })

  it("stays while access that was given beside it is taken back", () => {
    const state = stateAfter(trial(14), giveAccess(of, { level: 3, untilMs: null }))
    expect(freeLevel(state, NOW)).toBe(3)
    expect(freeLevel(stateAfter(trial(14), giveAccess(of, { level: 3, untilMs: null }), withdrawAccess(of)), NOW)).toBe(
      2,
    )
  })

  it("is offered for at most 30 days", () => {
    const refused = [-1, 1.5, TRIAL_DAYS_MAX + 1, Number.NaN].map((days) =>
      Result.isFailure(offerTrial("c", days, NOW)(0)),
    )
    expect(refused).toEqual([true, true, true, true])
    expect(Result.getOrThrow(offerTrial("c", 14, NOW)(14))).toEqual([])
  })
})

it("the end of free access is recorded once, and only after it is over", () => {
  const state = stateAfter(beginTrial(of, 1, false), giveAccess(of, { level: 2, untilMs: NOW + 2 * DAY_MS }))
  expect(eventsOf(lapseAccess(of), state)).toEqual([])
  const later = { ...of, nowMs: NOW + 2 * DAY_MS }
  const lapsedAt = formatIso(later.nowMs)
  expect(eventsOf(lapseAccess(later), state)).toMatchObject([
    { kind: "given", lapsedAt },
    { kind: "trial", lapsedAt },
  ])
  expect(
    eventsOf(lapseAccess(later), replay({ ...AccessPass, initial: state }, eventsOf(lapseAccess(later), state))),
  ).toEqual([])
})

describe("the people with free access to a creator", () => {
  const give = (list: AccessListState, personId: string, nowMs = NOW) =>
    giveListedAccess({ ...of, personId, nowMs }, { level: 2, untilMs: null })({ pass: AccessPass.initial, list })
  /** A list with so many people; the access of the first one ends in a day. */
  const full: AccessListState = new Map(
    Array.from({ length: ACCESS_GIVEN_MAX }, (_, index) => [`reader${index}`, index === 0 ? NOW + DAY_MS : null]),
  )

  it("are limited at the same time: access that is over does not count, and a change of access is no new one", () => {
    const refused = give(full, "one more")
    expect(Result.isFailure(refused) && refused.failure.reason).toBe("full")
    expect(Result.isSuccess(give(full, "reader7"))).toBe(true)
    expect(Result.isSuccess(give(full, "one more", NOW + DAY_MS))).toBe(true)
  })

  it("make room for others when access is taken back", () => {
    const pass = stateAfter(giveAccess({ ...of, personId: "reader7" }, { level: 2, untilMs: null }))
    const withdrawn = withdrawListedAccess({ ...of, personId: "reader7" })({ pass, list: full })
    const list = replay({ ...AccessList, initial: full }, Result.getOrThrow(withdrawn).list)
    expect(list.size).toBe(ACCESS_GIVEN_MAX - 1)
    const given = Result.getOrThrow(give(list, "one more"))
    expect(replay({ ...AccessList, initial: list }, given.list).get("one more")).toBeNull()
  })
})
