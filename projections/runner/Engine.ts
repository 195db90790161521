import type { Sealing, SqlClient } from "#core/kernel"
import { decodeEvent, decodeOnce } from "./applyBatch.ts"
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

/** Maximum poll interval of the log, because a hint may be lost. */
export const POLL_MS_MAX = 250
/** Delay before the log is read again while appends behind the watermark are open; doubled each time. */
const PENDING_MS = 2
/** Initial and maximum backoff after the log could not be read. */
const RETRY_MS = 100
const RETRY_MS_MAX = 5_000
/** After so many failures in a row, the reason is recorded with the build. */
const FAILURES_NOTED = 3

export type EngineOptions = {
  readonly projections: ReadonlyArray<Projection>
  readonly reactors?: ReadonlyArray<Reactor>
  /** Asked before each step of a reactor; false leaves it to another runner. */
  readonly mayReact?: () => boolean
  readonly sql: SqlClient
  readonly sealing: (typeof Sealing)["Service"]
  readonly owner: string
  readonly log: FollowContext["log"]
  readonly now: () => number
}

/**
 * Follows every build of this code and every reactor, each at its own pace, so that a slow one does not delay the
 * others.
 */
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
    const { sql, owner, log, sealing, projections, reactors = [], mayReact = () => true, now } = options
    this.presence = new Presence(sql, owner)
    this.tail = new LogTail(sql, [...new Set([...projections, ...reactors].flatMap(({ types }) => types))])
    this.context = {
      sql,
      owner,
      log,
      tail: this.tail,
      decode: decodeOnce((of, event) => decodeEvent(of, sealing, event)),
    }
    this.reactors = reactors.map((reactor) => {
      const follower = new ReactorFollower(this.context, reactor)
      const onFailure = (error: unknown) =>
        log("error", "reactor step failed", { reactor: reactor.name, error: messageOf(error) })
      return { follower, pump: new Pump(() => (mayReact() ? follower.step(now()) : follower.rest()), onFailure) }
    })
  }

  /** Reads the log now instead of at the next poll. */
  wake(): void {
    this.wakeUp()
  }

  /** Runs one step of everything. Returns whether anything moved. */
  async round(): Promise<boolean> {
    await this.check()
    return (await Promise.all(this.pumps().map((pump) => pump.once()))).includes(true)
  }

  /** Runs until `stop`. */
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
        await this.check()
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

  /** Reads the log, and once a second also the list of builds, while the work on new events already runs. */
  private async check(): Promise<void> {
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

  /** Starts following new builds, and stops following removed ones. */
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

const pause = async (ms: number, woken: Promise<void>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const slept = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([slept, woken])
  clearTimeout(timer)
}
