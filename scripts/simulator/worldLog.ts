import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs"
import { dirname } from "node:path"
import type { WorldReport } from "./WorldReport.ts"

type Line = WorldReport & { readonly asked: number }

/**
 * A file with a line of JSON for each world that has ended, so that a run that is cut off keeps what it found.
 * @param asked operations that each world is asked for; worlds of another size are not of this run
 */
export const openWorldLog = (path: string, asked: number) => {
  mkdirSync(dirname(path), { recursive: true })
  return {
    /** Worlds that have ended before, by their seeds. */
    read: (): ReadonlyMap<number, WorldReport> => {
      if (!existsSync(path)) return new Map()
      const lines = readFileSync(path, "utf8").split("\n").filter(Boolean)
      const worlds = lines.map((line) => JSON.parse(line) as Line).filter((line) => line.asked === asked)
      return new Map(worlds.map((world) => [world.seed, world]))
    },
    add: (report: WorldReport): void =>
      appendFileSync(path, `${JSON.stringify({ ...report, asked } satisfies Line)}\n`),
  }
}
