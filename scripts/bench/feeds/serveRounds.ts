import process from "node:process"

/** The result of one round of a contender. */
export type Round = {
  readonly looked: number
  readonly changed: number
  readonly seconds: number
  /** CPU time of the process with all its threads. */
  readonly cpuSeconds: number
  readonly peakRssMb: number
}

/** Runs a round whenever the parent requests one and reports its result. Exits with the parent. */
export const serveRounds = (round: () => Promise<{ readonly looked: number; readonly changed: number }>): void => {
  process.on("message", async () => {
    const began = performance.now()
    const before = process.cpuUsage()
    const outcome = await round()
    const { user, system } = process.cpuUsage(before)
    const answer: Round = {
      ...outcome,
      seconds: (performance.now() - began) / 1000,
      cpuSeconds: (user + system) / 1e6,
      peakRssMb: process.resourceUsage().maxRSS / 1024,
    }
    process.send?.(answer)
  })
  process.once("disconnect", () => process.exit())
  process.send?.("ready")
}
