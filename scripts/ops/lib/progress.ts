import { terminal } from "./terminal.ts"

/** Minimum interval between two lines in a log. */
const LINE_MS = 2_000
const BAR_MS = 100
const BAR_WIDTH = 28

/** Shows the progress of long work on standard error: a bar in a terminal, a line from time to time elsewhere. */
export class Progress {
  private readonly label: string
  private readonly unit: string
  private readonly began = performance.now()
  private shownAt = performance.now()

  /** @param unit what is counted, in the plural */
  constructor(label: string, unit: string) {
    this.label = label
    this.unit = unit
  }

  /**
   * @param done completed part of `total`, in the same unit
   * @param count items completed, for the rate
   */
  show(done: number, total: number, count: number): void {
    const now = performance.now()
    const { isTTY } = terminal().stderr
    if (now - this.shownAt < (isTTY ? BAR_MS : LINE_MS)) return
    this.shownAt = now
    const share = total === 0 ? 1 : Math.min(done / total, 1)
    const text = `${this.label}: ${progressText({ share, count, unit: this.unit, seconds: (now - this.began) / 1000 })}`
    terminal().stderr.write(isTTY ? `\r${bar(share)} ${text}\u001B[K` : `${text}\n`)
  }

  /** Removes the bar. */
  end(): void {
    if (terminal().stderr.isTTY) terminal().stderr.write("\r\u001B[K")
  }
}

const bar = (share: number): string => {
  const full = Math.round(share * BAR_WIDTH)
  return `[${"█".repeat(full)}${"·".repeat(BAR_WIDTH - full)}]`
}

/** Formats share, count, rate and remaining time, as far as they are known. */
export const progressText = ({
  share,
  count,
  unit,
  seconds,
}: {
  readonly share: number
  readonly count: number
  readonly unit: string
  readonly seconds: number
}): string => {
  const rate = seconds > 0 ? `, ${Math.round(count / seconds)}/s` : ""
  const left = share > 0 ? `, ${duration((seconds / share) * (1 - share))} left` : ""
  return `${Math.floor(share * 100)} %, ${count} ${unit}${rate}${left}`
}

const duration = (seconds: number): string => {
  const whole = Math.ceil(seconds)
  if (whole < 60) return `${whole} s`
  const minutes = Math.floor(whole / 60)
  return minutes < 60 ? `${minutes} min ${whole % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
