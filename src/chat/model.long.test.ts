import { inspect } from "node:util"
import fc from "fast-check"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type ChatKit, makeChatKit, startNode } from "./testing/chatKit.ts"
import { type Operation, operations, World } from "./testing/model/World.ts"

/** Coalesces calls: a call during a run is answered by the next run. */
const joinCalls = (work: () => Promise<void>): (() => Promise<void>) => {
  let pending: Promise<void> | undefined
  let next: Promise<void> | undefined
  return () => {
    next ??= (pending ?? Promise.resolve()).then(() => {
      next = undefined
      pending = work().finally(() => {
        pending = undefined
      })
      return pending
    })
    return next
  }
}

/** `CHAT_MODEL_OPERATIONS=100000` for a long run. Worlds are numbered from the seed, so that one can be run alone. */
const OPERATIONS = Number(process.env["CHAT_MODEL_OPERATIONS"] ?? 60)
const SEED = Number(process.env["CHAT_MODEL_SEED"] ?? 1)
/** Concurrent worlds: most of a step is waiting. */
const WORLDS = Math.min(Math.max(Math.ceil(OPERATIONS / 40), 1), 16)
/** Operations per world: its rooms stay smaller than a page. */
const WORLD_OPERATIONS_MAX = Math.min(Math.ceil((2 * OPERATIONS) / WORLDS), 300)
/** Operations of a world between full comparisons. */
const CHECKED_EVERY = 50
/** Operations of all worlds between two node restarts. */
const RESTART_EVERY = Math.min(500, Math.ceil(OPERATIONS / 2))
/** A long run reports its progress. */
const TOLD_EVERY = 1_000
/** Time limit for shrinking a failing sequence. */
const SHRINK_MS_MAX = 900_000
const LONG_MS = 60_000 + 250 * OPERATIONS

/** Rate limits high enough for a test. */
const AS_MANY = { perSecond: 10_000, burst: 10_000 }
const RATES = { write: AS_MANY, read: AS_MANY, sign: AS_MANY }

let kit: ChatKit
beforeAll(async () => {
  kit = await makeChatKit(2, { rates: RATES })
})
afterAll(() => kit.stop())

it("shows the server's rooms, unread counts and histories in every tab, after every operation and through restarts", {
  timeout: LONG_MS,
}, async () => {
  let done = 0
  let worlds = 0
  let isDrifting = false
  let restarts = 0
  let restarting: Promise<void> = Promise.resolve()
  /** Clients of the stopped node resume on another one, in any state. */
  const restart = async () => {
    const at = restarts % kit.nodes.length
    restarts += 1
    await kit.nodes[at]?.stop()
    kit.nodes[at] = await startNode(kit.db.url, { natsUrl: kit.nats?.url, rates: RATES })
  }
  const notify = () => console.info(`${done} operations in ${worlds} worlds from ${SEED} on, ${restarts} restarts`)
  const settled = joinCalls(() => kit.read.settle())
  const live = async (story: ReadonlyArray<Operation>) => {
    let world: World | undefined
    let under: Operation | undefined
    try {
      world = await World.make(kit, settled)
      for (const [at, operation] of story.entries()) {
        under = operation
        await world.run(operation)
        done += 1
        if (done % TOLD_EVERY === 0) notify()
        if (done % RESTART_EVERY === 0) restarting = restarting.then(restart)
        if ((at + 1) % CHECKED_EVERY === 0) await world.check()
      }
      await world.check()
    } catch (error) {
      // Before shrinking, which takes a while.
      if (!isDrifting) console.error(inspect(error, { depth: 6 }), under)
      isDrifting = true
      throw error
    } finally {
      await world?.close()
    }
  }
  const property = fc.asyncProperty(operations(WORLD_OPERATIONS_MAX), live)
  const lives = async () => {
    while (done < OPERATIONS && !isDrifting) {
      const seed = SEED + worlds
      worlds += 1
      await fc.assert(property, { seed, numRuns: 1, unbiased: true, interruptAfterTimeLimit: SHRINK_MS_MAX })
    }
  }
  await Promise.all(Array.from({ length: WORLDS }, lives))
  await restarting
  if (done >= TOLD_EVERY) notify()
  expect(done).toBeGreaterThanOrEqual(OPERATIONS)
  expect(restarts).toBeGreaterThan(0)
})
