import type { FollowResult } from "./context.ts"

/** Rest after a failing step (the database is away), doubled up to the second figure. */
const RETRY_MS = 100
const RETRY_MS_MAX = 5_000

/** Runs one thing step by step, one step at a time, whenever it is kicked and as long as there is something to do. */
export class Pump {
  private running: Promise<void> | null = null
  private timer: NodeJS.Timeout | undefined
  private isWanted = false
  private isStopped = false
  private failures = 0
  private readonly work: () => Promise<FollowResult>
  private readonly onFailure: (error: unknown, failures: number) => void

  constructor(work: () => Promise<FollowResult>, onFailure: (error: unknown, failures: number) => void) {
    this.work = work
    this.onFailure = onFailure
  }

  /** Asks for a step soon; while it rests after a failure it goes on resting. */
  kick(): void {
    if (this.isStopped || this.failures > 0) return
    this.isWanted = true
    this.running ??= this.run()
  }

  /** One step here and now. Answers whether anything moved; throws what the step throws. */
  async once(): Promise<boolean> {
    while (this.running !== null) await this.running
    if (this.isStopped) return false
    const step = this.work()
    this.running = step.then(
      () => this.rest(),
      () => this.rest(),
    )
    return (await step).moved
  }

  async stop(): Promise<void> {
    this.isStopped = true
    clearTimeout(this.timer)
    await this.running
  }

  private async run(): Promise<void> {
    while (this.isWanted && !this.isStopped) {
      this.isWanted = false
      clearTimeout(this.timer)
      try {
        const { againMs } = await this.work()
        this.failures = 0
        if (againMs === 0) this.isWanted = true
        else if (!this.isWanted) this.later(againMs)
      } catch (error) {
        this.failures++
        this.onFailure(error, this.failures)
        this.later(Math.min(RETRY_MS * 2 ** (this.failures - 1), RETRY_MS_MAX))
        break
      }
    }
    this.rest()
  }

  private rest(): void {
    this.running = null
  }

  private later(ms: number): void {
    if (this.isStopped) return
    clearTimeout(this.timer)
    this.timer = setTimeout(() => {
      this.isWanted = true
      this.running ??= this.run()
    }, ms)
  }
}
