import type { StoredEvent } from "#core/kernel"
import { type FollowContext, type FollowResult, RECHECK_MS, WINDOW_POSITIONS_MAX } from "./context.ts"
import { messageOf } from "./errors.ts"
import {
  type LockedReactor,
  lockReactor,
  moveReactor,
  noteReactorFailure,
  type Reactor,
  releaseReactor,
} from "./Reactor.ts"

/** Initial and maximum backoff before a failing event is retried; doubled each time. */
const RETRY_MS = 500
const RETRY_MS_MAX = 60_000
/** Timeout of one event; then it counts as failed and is retried. */
export const REACT_MS_MAX = 20_000
/** Minimum interval of writing a cursor that only passed events of other types. */
const QUIET_CURSOR_MS = 1_000

/** Runs one reactor. A failing event is retried until it succeeds or an operator skips it, because order is kept. */
export class ReactorFollower {
  private held: LockedReactor | null = null
  private scanned = 0
  private recheckAtMs = Number.NEGATIVE_INFINITY
  private movedAtMs = Number.NEGATIVE_INFINITY
  private retryAtMs = Number.NEGATIVE_INFINITY
  private stopping = false
  private readonly context: Omit<FollowContext, "decode">
  readonly reactor: Reactor

  constructor(context: Omit<FollowContext, "decode">, reactor: Reactor) {
    this.context = context
    this.reactor = reactor
  }

  async step(nowMs: number): Promise<FollowResult> {
    const held = await this.refresh(nowMs)
    if (held === null || held.paused || nowMs < this.retryAtMs) return { moved: false, againMs: this.restMs(nowMs) }
    const { tail } = this.context
    const { server } = tail
    const upTo = Math.min(tail.watermark, this.scanned + WINDOW_POSITIONS_MAX)
    if (upTo <= this.scanned && this.scanned === held.position) return { moved: false, againMs: RECHECK_MS }
    const window =
      upTo > this.scanned ? await tail.read(this.reactor.types, this.scanned, upTo) : { events: [], upTo: this.scanned }
    const moved = window.upTo > this.scanned
    for (const event of window.events) {
      if (this.stopping || !(await this.react(event, nowMs, server)))
        return { moved: true, againMs: this.restMs(nowMs) }
    }
    this.scanned = window.upTo
    if (window.events.length > 0 || nowMs >= this.movedAtMs + QUIET_CURSOR_MS) {
      this.movedAtMs = nowMs
      await this.move(window.upTo, server)
    }
    return { moved, againMs: this.held === null || this.scanned < tail.watermark ? 0 : RECHECK_MS }
  }

  /** Ends the current step after its current event. */
  quit(): void {
    this.stopping = true
  }

  /** Leaves the reactor to another runner. */
  async rest(): Promise<FollowResult> {
    if (this.held !== null) await this.stop()
    return { moved: false, againMs: RECHECK_MS }
  }

  async stop(): Promise<void> {
    await releaseReactor(this.context.sql, this.reactor.name, this.context.owner)
    this.held = null
  }

  private restMs(nowMs: number): number {
    return this.retryAtMs > nowMs ? Math.min(this.retryAtMs - nowMs, RECHECK_MS) : RECHECK_MS
  }

  private async refresh(nowMs: number): Promise<LockedReactor | null> {
    if (nowMs < this.recheckAtMs) return this.held
    this.recheckAtMs = nowMs + RECHECK_MS
    const before = this.held
    this.held = await lockReactor(this.context.sql, this.reactor, this.context.owner)
    if (this.held?.position !== before?.position || this.held?.fence !== before?.fence)
      this.scanned = this.held?.position ?? 0
    // The attempts are reset when an operator retries or skips the event.
    if (this.held?.attempts === 0) this.retryAtMs = Number.NEGATIVE_INFINITY
    return this.held
  }

  private async react(event: StoredEvent, nowMs: number, server: string | null): Promise<boolean> {
    const { sql, log } = this.context
    const { name } = this.reactor
    const { held } = this
    if (held === null) return false
    try {
      await inTime(this.reactor.react(event))
    } catch (error) {
      const reason = messageOf(error)
      this.retryAtMs = nowMs + Math.min(RETRY_MS * 2 ** Math.min(held.attempts, 10), RETRY_MS_MAX)
      this.held = { ...held, attempts: held.attempts + 1 }
      log("error", "reactor failed", {
        reactor: name,
        position: event.position,
        attempts: held.attempts + 1,
        error: reason,
      })
      await noteReactorFailure(sql, name, held, event.position, reason)
      return false
    }
    return this.move(event.position, server)
  }

  private async move(position: number, server: string | null): Promise<boolean> {
    if (this.held === null || position === this.held.position) return this.held !== null
    if (await moveReactor(this.context.sql, this.reactor.name, this.held, position, server)) {
      this.held = { ...this.held, position, attempts: 0 }
      this.scanned = position
      return true
    }
    this.held = null
    this.recheckAtMs = Number.NEGATIVE_INFINITY
    return false
  }
}

const inTime = async (work: Promise<void>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`took longer than ${REACT_MS_MAX} ms`)), REACT_MS_MAX)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
