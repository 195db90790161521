import type { Sealing, SqlClient, StoredEvent } from "#core/kernel"
import { decodeEvent } from "./applyBatch.ts"
import { listBuilds } from "./Build.ts"
import { type FollowContext, RECHECK_MS } from "./context.ts"
import { messageOf } from "./errors.ts"
import { Follower } from "./follow.ts"
import { LogTail } from "./LogTail.ts"
import { Presence } from "./Presence.ts"
import type { Projection } from "./Projection.ts"
import { Pump } from "./Pump.ts"
import type { Reactor } from "./Reactor.ts"
import { ReactorFollower } from "./ReactorFollower.ts"

/** A hint may be lost: the log is looked at this often in any case. */
export const POLL_MS_MAX = 250
/** While appends are under way behind the watermark, first look again after this time, then after twice, ... */
const PENDING_MS = 2
/** Rest after a failing look at the log, doubled up to the second figure. */
const RETRY_MS = 100
const RETRY_MS_MAX = 5_000
/** Failing that often in a row, a build says why in its book-keeping. */
const FAILURES_NOTED = 3

export type EngineOptions = {
  readonly projections: ReadonlyArray<Projection>
  readonly reactors?: ReadonlyArray<Reactor>
  readonly sql: SqlClient
  readonly sealing: (typeof Sealing)["Service"]
  readonly owner: string
  readonly log: FollowContext["log"]
  readonly now: () => number
}

/** Follows every build made by this code, and every reactor; each at its own pace, so that a slow one holds up no other. */
export class Engine {
  private readonly options: EngineOptions
  private readonly context: FollowContext
  private readonly tail: LogTail
  private readonly presence: Presence
  private readonly builds = new Map<string, { readonly follower: Follower; readonly pump: Pump }>()
  private readonly reactors: ReadonlyArray<{ readonly follower: ReactorFollower; readonly pump: Pump }>
  private readonly foreign = new Set<string>()
  private refreshedAtMs = Number.NEGATIVE_INFINITY
  private isLooping = false
  private isStopped = false
  private looping: Promise<void> = Promise.resolve()
  private wakeUp: () => void = () => undefined

  constructor(options: EngineOptions) {
    this.options = options
    const { sql, owner, log, sealing, projections, reactors = [], now } = options
    this.presence = new Presence(sql, owner)
    this.tail = new LogTail(sql, [...new Set([...projections, ...reactors].flatMap(({ types }) => types))])
    this.context = { sql, owner, log, tail: this.tail, decode: sharedDecode(sealing) }
    this.reactors = reactors.map((reactor) => {
      const follower = new ReactorFollower(this.context, reactor)
      const onFailure = (error: unknown) =>
        log("error", "reactor step failed", { reactor: reactor.name, error: messageOf(error) })
      return { follower, pump: new Pump(() => follower.step(now()), onFailure) }
    })
  }

  /** Looks at the log now rather than at the next poll. */
  wake(): void {
    this.wakeUp()
  }

  /** One step of everything. Answers whether anything moved. */
  async round(): Promise<boolean> {
    await this.look()
    return (await Promise.all(this.pumps().map((pump) => pump.once()))).includes(true)
  }

  /** Goes on until `stop`. */
  start(): void {
    this.isLooping = true
    this.looping = this.loop()
  }

  async stop(): Promise<void> {
    this.isStopped = true
    this.wakeUp()
    for (const { follower } of this.reactors) follower.quit()
    await this.looping
    await Promise.all(this.pumps().map((pump) => pump.stop()))
    const followers = [...this.builds.values(), ...this.reactors].map(({ follower }) => follower.stop())
    await Promise.allSettled(followers)
    await this.presence.end()
  }

  private async loop(): Promise<void> {
    let restMs = RETRY_MS
    let pendingMs = PENDING_MS
    while (!this.isStopped) {
      let pauseMs = POLL_MS_MAX
      const woken = new Promise<void>((resolve) => {
        this.wakeUp = resolve
      })
      try {
        await this.look()
        for (const pump of this.pumps()) pump.kick()
        restMs = RETRY_MS
        if (this.tail.hasPendingAppends) pauseMs = pendingMs
        pendingMs = this.tail.hasPendingAppends ? Math.min(pendingMs * 2, POLL_MS_MAX) : PENDING_MS
      } catch (error) {
        this.options.log("error", "the log could not be read", { error: messageOf(error) })
        pauseMs = restMs
        restMs = Math.min(restMs * 2, RETRY_MS_MAX)
      }
      await pause(pauseMs, woken)
    }
  }

  /** Looks at the log; once a second, after that and beside the work that follows from it, at the builds that there are. */
  private async look(): Promise<void> {
    await this.tail.advance()
    const nowMs = this.options.now()
    if (nowMs < this.refreshedAtMs + RECHECK_MS) return
    this.refreshedAtMs = nowMs
    for (const pump of this.isLooping ? this.pumps() : []) pump.kick()
    try {
      await this.presence.show()
      await this.refresh()
    } catch (error) {
      this.refreshedAtMs = Number.NEGATIVE_INFINITY
      throw error
    }
  }

  private pumps(): ReadonlyArray<Pump> {
    return [...this.builds.values(), ...this.reactors].map(({ pump }) => pump)
  }

  /** Takes up builds that came, and lets go of those that went. */
  private async refresh(): Promise<void> {
    const known = new Set<string>()
    for (const { name, build, code_hash, status } of await listBuilds(this.context.sql)) {
      const projection = this.options.projections.find((each) => each.name === name)
      if (projection === undefined || status === "filling" || status === "retired") continue
      const key = `${name} ${build}`
      if (projection.codeHash !== code_hash) {
        if (status === "live" && !this.foreign.has(key))
          this.options.log("warn", "the live build was made by other code", { projection: name, build })
        this.foreign.add(key)
        continue
      }
      known.add(key)
      if (!this.builds.has(key)) this.builds.set(key, this.follow(projection, build))
    }
    for (const [key, { follower, pump }] of this.builds) {
      if (known.has(key)) continue
      this.builds.delete(key)
      await pump.stop()
      await follower.stop()
    }
  }

  private follow(projection: Projection, build: number) {
    const { sql, log } = this.context
    const follower = new Follower(this.context, projection, build)
    const onFailure = (error: unknown, failures: number) => {
      const reason = messageOf(error)
      log("error", "projection step failed", { projection: projection.name, build, failures, error: reason })
      if (failures < FAILURES_NOTED) return
      sql`update es.projection set reason = ${reason} where name = ${projection.name} and build = ${build}`.catch(
        () => undefined,
      )
    }
    return { follower, pump: new Pump(() => follower.step(this.options.now()), onFailure) }
  }
}

/** Decodes an event once for all projections that hear it. */
const sharedDecode = (sealing: (typeof Sealing)["Service"]): FollowContext["decode"] => {
  const decoded = new WeakMap<StoredEvent, ReturnType<typeof decodeEvent>>()
  return (projection, event) => {
    const known = decoded.get(event)
    if (known !== undefined) return known
    const fresh = decodeEvent(projection, sealing, event)
    decoded.set(event, fresh)
    // What failed for want of the database must be tried again.
    if (fresh instanceof Promise) fresh.catch(() => decoded.delete(event))
    return fresh
  }
}

const pause = async (ms: number, woken: Promise<void>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const slept = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([slept, woken])
  clearTimeout(timer)
}
