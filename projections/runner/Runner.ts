import { Clock, Context, Effect, Layer } from "effect"
import { Hints, type Sealing, Sealing as SealingService, Sql, uuidv7 } from "#core/kernel"
import { decodeHeard } from "./applyBatch.ts"
import { listBuilds } from "./Build.ts"
import { type FollowContext, Follower } from "./follow.ts"
import type { Projection } from "./Projection.ts"
import { ReactorFollower, type Reactor } from "./Reactor.ts"

/** A hint may be lost: the log is looked at this often in any case. */
export const POLL_MS_MAX = 250
/** How often a runner looks for builds that came or went. */
const BUILDS_REFRESH_MS = 1_000
/** Rest after a failing round (the database is away), doubled up to the second figure. */
const RETRY_MS = 100
const RETRY_MS_MAX = 5_000

type RunnerLog = FollowContext["log"]

/**
 * Keeps every build of the given projections current and carries reactors forward, until the scope closes. Any number
 * of runners may run: each build and each reactor is owned by one of them at a time.
 */
export class ProjectionRunner extends Context.Service<
  ProjectionRunner,
  {
    /** Completes one round over everything that may have moved; for tests and for tools that catch up themselves. */
    readonly round: Effect.Effect<boolean>
  }
>()("projections/runner/ProjectionRunner") {
  static layer(options: {
    readonly projections: ReadonlyArray<Projection>
    readonly reactors?: ReadonlyArray<Reactor>
    readonly log: RunnerLog
    /** False: nothing runs by itself, only `round` does. */
    readonly loop?: boolean
  }) {
    return Layer.effect(
      ProjectionRunner,
      Effect.gen(function* () {
        const { client: sql } = yield* Sql
        const hints = yield* Hints
        const sealing = yield* SealingService
        const clock = yield* Clock.Clock
        const now = () => clock.currentTimeMillisUnsafe()
        const engine = new Engine({ ...options, sql, sealing, owner: uuidv7(now()), now })
        let wake = () => undefined as void
        yield* hints.listen(() => wake())
        if (options.loop !== false) {
          yield* Effect.forkScoped(
            Effect.promise(async (signal) => {
              let restMs = RETRY_MS
              while (!signal.aborted) {
                const hinted = new Promise<void>((resolve) => (wake = resolve))
                try {
                  const advanced = await engine.round()
                  restMs = RETRY_MS
                  if (!advanced) await Promise.race([hinted, pause(POLL_MS_MAX, signal)])
                } catch (error) {
                  options.log("error", "projection round failed", { error: String(error) })
                  await pause(restMs, signal)
                  restMs = Math.min(restMs * 2, RETRY_MS_MAX)
                }
              }
            }),
          )
        }
        yield* Effect.addFinalizer(() => Effect.promise(() => engine.stop()))
        return ProjectionRunner.of({ round: Effect.promise(() => engine.round()) })
      }),
    )
  }
}

class Engine {
  private readonly followers = new Map<string, Follower>()
  private readonly reactors: ReadonlyArray<ReactorFollower>
  private refreshedAtMs = Number.NEGATIVE_INFINITY
  private seen = 0
  private running: Promise<boolean> | null = null
  private readonly options: EngineOptions

  constructor(options: EngineOptions) {
    this.options = options
    const { sql, owner, log } = options
    this.reactors = (options.reactors ?? []).map((reactor) => new ReactorFollower({ sql, owner, log }, reactor))
  }

  /** One round over all builds; overlapping callers share it. Answers whether anything moved. */
  round(): Promise<boolean> {
    this.running ??= this.once().finally(() => {
      this.running = null
    })
    return this.running
  }

  async stop(): Promise<void> {
    await this.running?.catch(() => undefined)
    await Promise.all([...this.followers.values(), ...this.reactors].map((each) => each.stop().catch(() => undefined)))
  }

  private async once(): Promise<boolean> {
    const { sql, now } = this.options
    const nowMs = now()
    if (nowMs - this.refreshedAtMs > BUILDS_REFRESH_MS) await this.refresh(nowMs)
    const [row] = await sql<Array<{ settled: number }>>`select es.settled() as settled`
    this.seen = Math.max(this.seen, row?.settled ?? 0)
    const steps = await Promise.all([
      ...[...this.followers.values()].map((follower) => follower.step(this.seen, nowMs)),
      ...this.reactors.map((reactor) => reactor.step(this.seen, nowMs)),
    ])
    return steps.includes("advanced")
  }

  private async refresh(nowMs: number): Promise<void> {
    const { sql, sealing, owner, log, projections } = this.options
    const byHash = new Map(projections.map((projection) => [`${projection.name} ${projection.codeHash}`, projection]))
    const builds = await listBuilds(sql)
    const known = new Set<string>()
    for (const { name, build, code_hash, owner: held, status } of builds) {
      const projection = byHash.get(`${name} ${code_hash}`)
      if (projection === undefined || status === "retired" || held === "rebuild") continue
      const key = `${name} ${build}`
      known.add(key)
      if (this.followers.has(key)) continue
      const decode: FollowContext["decode"] = (of, event) => decodeHeard(of, sealing, event)
      this.followers.set(key, new Follower({ sql, owner, decode, log }, projection, build))
    }
    for (const [key, follower] of this.followers) {
      if (known.has(key)) continue
      await follower.stop()
      this.followers.delete(key)
    }
    this.refreshedAtMs = nowMs
  }
}

type EngineOptions = {
  readonly projections: ReadonlyArray<Projection>
  readonly reactors?: ReadonlyArray<Reactor>
  readonly log: RunnerLog
  readonly sql: (typeof Sql)["Service"]["client"]
  readonly sealing: (typeof Sealing)["Service"]
  readonly owner: string
  readonly now: () => number
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener("abort", done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener("abort", done)
  })
