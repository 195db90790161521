import { Cause, Clock, Effect, FiberSet, Option, Queue } from "effect"
import { POLITENESS, type Politeness } from "#core/fetch"
import type { DueFeed } from "./DueFeed.ts"
import type { PollSchedule } from "./Schedule.ts"

/** Feeds that one worker has leased at once: enough that the requests of hostTurns are always under way. */
export const CHECKS_AT_ONCE_MAX = 192
/** Room for so many is waited for before more are leased, so that a claim is worth its statement. */
const CLAIM_MIN = 32
/** Feeds of one host that wait here at once; the others are put off, so that they take no room from other hosts. */
export const HOST_WAITING_MAX = 8
/** How often more is looked for while the last ones are under way. */
const LOOK_AGAIN_MS = 1_000

type Tools = {
  readonly schedule: (typeof PollSchedule)["Service"]
  readonly check: (due: DueFeed) => Effect.Effect<unknown>
  /** `host:port` of the operator's own servers, which take as many requests as they get. */
  readonly ownHosts?: ReadonlyArray<string> | undefined
  readonly hostGapMs?: Politeness["hostGapMs"] | undefined
}

/**
 * Looks at feeds that are due until none is left or `limit` were looked at, many side by side: as soon as some are done
 * others are leased, so that a slow server holds up nobody. Answers how many there were.
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
        // A place in the queue that nobody has to keep in memory: the schedule itself.
        const nextCheckMs = Math.max(freeAtMs.get(host) ?? 0, nowMs + HOST_WAITING_MAX * hostGapMs) + hostGapMs
        freeAtMs.set(host, nextCheckMs)
        yield* FiberSet.run(fibers, schedule.settle(due, nowMs, { nextCheckMs, succeeded: null }))
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

/** Where not even the outcome could be written, the lease runs out and the feed is looked at again. */
const logFault = (cause: Cause.Cause<never>) =>
  Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : Effect.logError("an outcome is lost", cause)

const hostOf = (url: string): string => URL.parse(url)?.host ?? url
