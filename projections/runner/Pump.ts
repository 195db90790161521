import type { FollowResult } from "./context.ts"

/** Initial and maximum backoff after a failing step, for example while the database is away. */
const RETRY_MS = 100
const RETRY_MS_MAX = 5_000

/** Repeats a step, one run at a time, when it is kicked and as long as there is something to do. */
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

  /** Requests a step; ignored during the backoff after a failure. */
  kick(): void {
    if (this.isStopped || this.failures > 0) return
    this.isWanted = true
    this.running ??= this.run()
  }

  /** Runs one step now. Returns whether anything moved; throws the error of the step. */
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
