import { Cause, Clock, Effect, FiberSet, Option, Queue } from "effect"
import { POLITENESS, type Politeness } from "#core/fetch"
import type { DueFeed } from "./DueFeed.ts"
import type { PollSchedule } from "./Schedule.ts"

/** Feeds that one worker leases at once: enough to keep all requests of hostTurns busy. */
export const CHECKS_AT_ONCE_MAX = 192
/** Free places needed before more feeds are leased, so that one statement claims several. */
const CLAIM_MIN = 32
/** Feeds of one host that may wait here; others are postponed, so that they do not take places from other hosts. */
export const HOST_WAITING_MAX = 8
/** Interval of claims while checks are in flight. */
const LOOK_AGAIN_MS = 1_000

type Tools = {
  readonly schedule: (typeof PollSchedule)["Service"]
  readonly check: (due: DueFeed) => Effect.Effect<unknown>
  /** `host:port` of the operator's own servers, which have no politeness limit. */
  readonly ownHosts?: ReadonlyArray<string> | undefined
  readonly hostGapMs?: Politeness["hostGapMs"] | undefined
}

/**
 * Checks due feeds concurrently until none is left or `limit` is reached. A finished check is replaced at once, so that
 * slow servers block no others. Returns the number of checks.
 */
export const pollDue = ({ schedule, check, ownHosts = [], hostGapMs = POLITENESS.hostGapMs }: Tools) => {
  const own = new Set(ownHosts)
  return Effect.fn("pollDue")(function* (limit: number) {
    const fibers = yield* FiberSet.make<unknown>()
    const finished = yield* Queue.unbounded<string>()
    const waiting = new Map<string, number>()
    const freeAtMs = new Map<string, number>()
    let open = 0
    let looked = 0
    let dryUntilMs = 0

    const leave = (host: string) => {
      open -= 1
      const left = (waiting.get(host) ?? 1) - 1
      if (left > 0) waiting.set(host, left)
      else waiting.delete(host)
    }

    const begin = Effect.fnUntraced(function* (due: DueFeed, nowMs: number) {
      const host = hostOf(due.url)
      const ahead = waiting.get(host) ?? 0
      if (ahead >= HOST_WAITING_MAX && !own.has(host)) {
        // A queue that needs no memory: the schedule itself.
        const nextCheckMs = Math.max(freeAtMs.get(host) ?? 0, nowMs + HOST_WAITING_MAX * hostGapMs) + hostGapMs
        freeAtMs.set(host, nextCheckMs)
        yield* FiberSet.run(fibers, schedule.release(due, nowMs, { nextCheckMs, succeeded: null }))
        return
      }
      waiting.set(host, ahead + 1)
      open += 1
      looked += 1
      yield* FiberSet.run(fibers, Effect.ensuring(Effect.catchCause(check(due), logFault), Queue.offer(finished, host)))
    })

    for (;;) {
      const nowMs = yield* Clock.currentTimeMillis
      const room = Math.min(CHECKS_AT_ONCE_MAX - open, limit - looked)
      if (room >= Math.min(CLAIM_MIN, limit - looked) && room > 0 && nowMs >= dryUntilMs) {
        const due = yield* schedule.claim(nowMs, room)
        yield* Effect.forEach(due, (each) => begin(each, nowMs), { discard: true })
        if (due.length === room) continue
        dryUntilMs = nowMs + LOOK_AGAIN_MS
      }
      if (open === 0) break
      const done = yield* Queue.takeAll(finished).pipe(Effect.timeoutOption(LOOK_AGAIN_MS))
      if (Option.isSome(done)) for (const host of done.value) leave(host)
    }
    yield* FiberSet.awaitEmpty(fibers)
    return looked
  }, Effect.scoped)
}

/** If even the result cannot be written, the lease expires and the feed is checked again. */
const logFault = (cause: Cause.Cause<never>) =>
  Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : Effect.logError("an outcome is lost", cause)

const hostOf = (url: string): string => URL.parse(url)?.host ?? url
