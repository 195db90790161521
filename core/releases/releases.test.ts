import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { replay } from "#core/kernel"
import { chooseRelease, rollBackRelease } from "./chooseRelease.ts"
import { chooseStarted } from "./chooseStarted.ts"
import { dutyOf } from "./dutyOf.ts"
import { ReleaseChosen, type ReleaseEvent, ReleaseRolledBack } from "./events.ts"
import { compareVersions, RELEASES_KNOWN_MAX, type Release, Releases } from "./Release.ts"
import { type ReleaseHealth, troubleOf } from "./troubleOf.ts"

const nowMs = Date.UTC(2026, 10, 27, 9)
const at = new Date(nowMs).toISOString()
const old = { version: "0.7.2", build: "aaaaaaaaaaaa" }
const next = { version: "0.8.0", build: "bbbbbbbbbbbb" }
const nextAgain = { version: "0.8.0", build: "cccccccccccc" }
const chosen = (release: Release, cause: "first" | "newer" | "alone" = "newer") =>
  ReleaseChosen.make({ ...release, cause, reason: null, by: "system", chosenAt: at })
const first = chosen(old, "first")

const outcome = (decided: Result.Result<ReadonlyArray<ReleaseEvent>, { readonly _tag: string }>) =>
  Result.match(decided, { onSuccess: (events) => events, onFailure: ({ _tag }) => _tag })

describe("a start or a migration", () => {
  const start = (release: Release, isAlone: boolean) => chooseStarted({ release, isAlone, by: "system", nowMs })

  it.each<[title: string, history: ReadonlyArray<ReleaseEvent>, release: Release, isAlone: boolean, expected: unknown]>(
    [
      ["chooses the first release of a cluster", [], old, false, [chosen(old, "first")]],
      ["chooses the same release only once", [first], old, false, []],
      ["chooses a newer version while the one before runs", [first], next, false, [chosen(next)]],
      ["chooses another build of the same version", [first, chosen(next)], nextAgain, false, [chosen(nextAgain)]],
      [
        "does not return to the release before in the middle of a roll",
        [first, chosen(next)],
        old,
        false,
        "ReleaseNotNewer",
      ],
      ["does not choose an older version that the cluster never had", [chosen(next)], old, false, "ReleaseNotNewer"],
      ["returns to an older release if nothing else runs", [first, chosen(next)], old, true, [chosen(old, "alone")]],
    ],
  )("%s", (_, history, release, isAlone, expected) => {
    expect(outcome(start(release, isAlone)(replay(Releases, history)))).toEqual(expected)
  })
})

describe("operators", () => {
  const by = "operator:ola"
  const running = (release: Release, workers: number) => [{ ...release, processes: 4, workers, working: 0 }]
  const state = replay(Releases, [first, chosen(next)])

  it.each<[title: string, build: string, workers: number, expected: unknown]>([
    [
      "choose an earlier release of which a worker runs",
      old.build,
      1,
      [ReleaseChosen.make({ ...old, cause: "operator", reason: "Slow", by, chosenAt: at })],
    ],
    ["cannot choose a release without a worker", old.build, 0, "ReleaseWithoutWorker"],
    ["cannot choose the chosen release", next.build, 1, "ReleaseUnchanged"],
    ["cannot choose a release that nobody knows", nextAgain.build, 1, "NoSuchRelease"],
  ])("%s", (_, build, workers, expected) => {
    const processes = [...running(old, workers), ...running(next, 1)]
    expect(outcome(chooseRelease({ build, running: processes, reason: "Slow", by, nowMs })(state))).toEqual(expected)
  })

  it("choose a release that runs and was never chosen", () => {
    const processes = [...running(next, 1), ...running(nextAgain, 1)]
    const decided = chooseRelease({ build: nextAgain.build, running: processes, reason: "Try", by, nowMs })(state)
    expect(outcome(decided)).toMatchObject([{ version: "0.8.0", build: nextAgain.build, cause: "operator" }])
  })

  it("return to the release before, and from there to the later one again", () => {
    const processes = [...running(old, 1), ...running(next, 1)]
    const rollBack = rollBackRelease({ running: processes, reason: "Slow", by, nowMs })
    const back = ReleaseRolledBack.make({ ...old, from: next.build, reason: "Slow", by, rolledBackAt: at })
    expect(outcome(rollBack(state))).toEqual([back])
    expect(outcome(rollBack(replay(Releases, [first, chosen(next), back])))).toMatchObject([{ build: next.build }])
  })

  it("return only from the release that they mean, so that two who return at once do not undo each other", () => {
    const processes = [...running(old, 1), ...running(next, 1)]
    const back = ReleaseRolledBack.make({ ...old, from: next.build, reason: "Slow", by, rolledBackAt: at })
    const rollBack = rollBackRelease({ running: processes, reason: "Slow", by, nowMs, from: next.build })
    expect(outcome(rollBack(state))).toEqual([back])
    const returned = replay(Releases, [first, chosen(next), back])
    expect(returned.returned).toEqual({ from: next.build, reason: "Slow", by })
    expect(outcome(rollBack(returned))).toBe("ReleaseUnchanged")
    expect(replay(Releases, [first, chosen(next), back, chosen(nextAgain)]).returned).toBeNull()
  })

  it("cannot return without a release before, or without a worker of it", () => {
    const rollBack = rollBackRelease({ running: running(next, 1), reason: "Slow", by, nowMs })
    expect(outcome(rollBack(replay(Releases, [first])))).toBe("NoSuchRelease")
    expect(outcome(rollBack(state))).toBe("ReleaseWithoutWorker")
  })
})

describe("a release that was just chosen", () => {
  const calm = { name: "feeds", isFaulted: false, parkedEvents: 2, lagSeconds: 1 }
  const before: ReleaseHealth = { invalidQueries: 3, readModels: [calm, { ...calm, name: "slow", lagSeconds: 90 }] }

  it.each<[title: string, now: Partial<ReleaseHealth>, expected: string | null]>([
    ["stays while nothing changes", {}, null],
    [
      "stays if a read model is as far behind as before",
      { readModels: [calm, { ...calm, name: "slow", lagSeconds: 99 }] },
      null,
    ],
    ["stays if a few statements failed while views changed", { invalidQueries: 23 }, null],
    ["stays if a read model parked a few events", { readModels: [{ ...calm, parkedEvents: 12 }] }, null],
    [
      "is left if statements do not fit the database",
      { invalidQueries: 24 },
      "21 statements did not fit the database.",
    ],
    [
      "is left if a read model stops",
      { readModels: [{ ...calm, isFaulted: true }] },
      "The read model feeds stopped at an event.",
    ],
    [
      "is left if a read model parks events",
      { readModels: [{ ...calm, parkedEvents: 13 }] },
      "The read model feeds parks events.",
    ],
    [
      "is left if a read model falls behind",
      { readModels: [{ ...calm, lagSeconds: 31 }] },
      "The read model feeds is 31 seconds behind.",
    ],
    [
      "is left if a new read model stops",
      { readModels: [{ ...calm, name: "new", isFaulted: true }] },
      "The read model new stopped at an event.",
    ],
  ])("%s", (_, now, expected) => {
    expect(troubleOf(before, { ...before, ...now })).toBe(expected)
  })
})

describe("a worker", () => {
  const state = replay(Releases, [first, chosen(next)])

  it.each<[title: string, given: typeof state, release: Release, isChosenWorking: boolean, expected: string]>([
    ["works in a cluster without a choice", Releases.initial, old, false, "works"],
    ["works if its release is chosen", state, next, false, "works"],
    ["stands in until a worker of the chosen release works", state, old, false, "standsIn"],
    ["waits once a worker of the chosen release works", state, old, true, "waits"],
    ["waits if its release was never chosen", state, nextAgain, false, "waits"],
  ])("%s", (_, given, { build }, isChosenWorking, expected) => {
    expect(dutyOf(given, build, isChosenWorking)).toBe(expected)
  })
})

it("a cluster remembers a bounded number of releases, without repeats", () => {
  const many = Array.from({ length: RELEASES_KNOWN_MAX + 5 }, (_, index) =>
    chosen({ version: "0.8.0", build: `build-${index}` }),
  )
  const { known } = replay(Releases, [...many, chosen({ version: "0.8.0", build: "build-50" })])
  expect(known.length).toBe(RELEASES_KNOWN_MAX)
  expect(known.at(-1)?.build).toBe("build-50")
  expect(known.filter(({ build }) => build === "build-50").length).toBe(1)
})

it.each([
  ["0.7.2", "0.7.10", -1],
  ["0.10.0", "0.9.9", 1],
  ["1.0.0", "1.0.0", 0],
])("version %s compared with %s", (one, other, expected) => {
  expect(Math.sign(compareVersions(one, other))).toBe(expected)
})
