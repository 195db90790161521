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
 * @param inputOf creates the input of a size; its time does not count
 * @param size of the small input: large enough that quadratic work would take some milliseconds
 */
export const measureGrowth = <Input>(
  inputOf: (size: number) => Input,
  work: (input: Input) => unknown,
  size: number,
): number => {
  const [small, large] = [inputOf(size), inputOf(4 * size)]
  let [smallMs, largeMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  let ratio = Number.POSITIVE_INFINITY
  for (let run = 0; run < RUNS_MIN || (ratio >= GROWTH_MAX && run < RUNS_MAX); run += 1) {
    smallMs = Math.min(smallMs, msOf(work, small))
    largeMs = Math.min(largeMs, msOf(work, large))
    ratio = largeMs / Math.max(smallMs, MEASURABLE_MS)
  }
  return ratio
}

/** Shorter times cannot be measured reliably. */
const MEASURABLE_MS = 0.2

const msOf = <Input>(work: (input: Input) => unknown, input: Input): number => {
  const begunMs = performance.now()
  work(input)
  return performance.now() - begunMs
}
