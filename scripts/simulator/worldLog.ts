import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs"
import { dirname } from "node:path"
import type { WorldReport } from "./WorldReport.ts"

type Line = WorldReport & { readonly asked: number }

/**
 * A file with one JSON line per finished world, so that an interrupted run keeps its results.
 * @param asked operations per world; worlds of another size belong to another run
 */
export const openWorldLog = (path: string, asked: number) => {
  mkdirSync(dirname(path), { recursive: true })
  return {
    /** Worlds finished earlier, by seed. */
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
