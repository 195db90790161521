import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import type { AnyFamily, GoldenSamples } from "./golden.ts"

const CORE = fileURLToPath(new URL("../..", import.meta.url))

/** One module of core that has events. */
export type EventModule = {
  readonly name: string
  readonly families: ReadonlyArray<AnyFamily>
  /** What stands in `core/<module>/events.golden.json`. */
  readonly samples: GoldenSamples
}

/** Every `core/<module>/events.ts`, with the families that it exports and their golden samples. */
export const discoverFamilies = async (): Promise<ReadonlyArray<EventModule>> => {
  const names = readdirSync(CORE).filter((name) => existsSync(join(CORE, name, "events.ts")))
  return Promise.all(
    names.map(async (name) => {
      const exports: Record<string, unknown> = await import(pathToFileURL(join(CORE, name, "events.ts")).href)
      const file = join(CORE, name, "events.golden.json")
      return {
        name,
        families: Object.values(exports).filter(isFamily),
        samples: existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {},
      }
    }),
  )
}

const isFamily = (value: unknown): value is AnyFamily =>
  typeof value === "object" && value !== null && "types" in value && "encode" in value && "decodeSync" in value
