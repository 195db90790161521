import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { clearLeftover } from "../run/postgres.ts"
import { isAlive, processStartMark } from "../run/processes.ts"

const PREFIX = "quire-test-"

/** Creates a temporary directory. If this process is killed before it can delete it, a later run does. */
export function makeTestHome(): string {
  const home = mkdtempSync(join(tmpdir(), PREFIX))
  writeFileSync(ownerFile(home), `${process.pid} ${processStartMark(process.pid)}`)
  // PostgreSQL runs as another user and must be able to traverse it.
  chmodSync(home, 0o711)
  return home
}

/** Cleans up after killed runs: stops their servers and deletes their files. */
export async function removeOrphans(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const home = join(tmpdir(), name)
    if (isOwned(home)) continue
    await clearLeftover(join(home, "postgres", "data"))
    rmSync(home, { recursive: true, force: true })
  }
}

function isOwned(home: string): boolean {
  try {
    const [pid, mark] = readFileSync(ownerFile(home), "utf8").split(" ")
    return isAlive(Number(pid)) && processStartMark(Number(pid)) === mark
  } catch {
    // Just created and not yet marked, or not readable for us: both belong to another process.
    return true
  }
}

const ownerFile = (home: string) => join(home, "owner")

/** Runs per size. The fastest counts, because other load can only slow a run down. */
const RUNS_MIN = 5
/** Runs after a first result that was not linear, because the compiler may still have been at work. */
const RUNS_MAX = 25

/** Between linear work, which takes 4 times as long, and quadratic work, which takes 16 times as long. */
export const GROWTH_MAX = 6

/**
 * Returns how many times longer the work takes on an input four times as large. Expect less than GROWTH_MAX.
 * Compares time and CPU time, and returns the smaller factor: long runs wait longer for a busy processor, and the collector
 * of memory works in threads beside. Quadratic work shows in both.
 * @param inputOf creates the input of a size; its time does not count
 * @param size of the small input: large enough that quadratic work would take some milliseconds
 */
export const measureGrowth = <Input>(
  inputOf: (size: number) => Input,
  work: (input: Input) => unknown,
  size: number,
): number => {
  const [small, large] = [inputOf(size), inputOf(4 * size)]
  let [ofSmall, ofLarge] = [SLOWEST, SLOWEST]
  let factor = Number.POSITIVE_INFINITY
  for (let run = 0; run < RUNS_MIN || (factor >= GROWTH_MAX && run < RUNS_MAX); run += 1) {
    ofSmall = fasterOf(ofSmall, timesOf(work, small))
    ofLarge = fasterOf(ofLarge, timesOf(work, large))
    factor = Math.min(
      ofLarge.ms / Math.max(ofSmall.ms, MEASURABLE_MS),
      ofLarge.cpuMs / Math.max(ofSmall.cpuMs, MEASURABLE_MS),
    )
  }
  return factor
}

/** Shorter times cannot be measured reliably. */
const MEASURABLE_MS = 0.2

type Times = { readonly ms: number; readonly cpuMs: number }
const SLOWEST: Times = { ms: Number.POSITIVE_INFINITY, cpuMs: Number.POSITIVE_INFINITY }
const fasterOf = (one: Times, other: Times): Times => ({
  ms: Math.min(one.ms, other.ms),
  cpuMs: Math.min(one.cpuMs, other.cpuMs),
})

const timesOf = <Input>(work: (input: Input) => unknown, input: Input): Times => {
  const [begunMs, begunCpu] = [performance.now(), process.cpuUsage()]
  work(input)
  const { user, system } = process.cpuUsage(begunCpu)
  return { ms: performance.now() - begunMs, cpuMs: (user + system) / 1_000 }
}
