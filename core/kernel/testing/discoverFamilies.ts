import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import type { AnyFamily, GoldenSamples } from "./golden.ts"

const CORE = fileURLToPath(new URL("../..", import.meta.url))

/** A module of core with events. */
export type EventModule = {
  readonly name: string
  readonly families: ReadonlyArray<AnyFamily>
  /** The content of its `events.golden.json`, and of those in its folders that have their own events. */
  readonly samples: GoldenSamples
}

/**
 * Finds every `core/<module>/events.ts` and `core/<module>/<folder>/events.ts`, with their families and golden samples.
 */
export const discoverFamilies = async (): Promise<ReadonlyArray<EventModule>> => {
  const modules = readdirSync(CORE)
    .map((name) => ({ name, folders: [name, ...readdirSync(join(CORE, name)).map((folder) => join(name, folder))] }))
    .filter(({ folders }) => folders.some((folder) => existsSync(join(CORE, folder, "events.ts"))))
  return Promise.all(
    modules.map(async ({ name, folders }) => {
      const found = await Promise.all(folders.map((folder) => readEvents(join(CORE, folder))))
      return {
        name,
        families: found.flatMap(({ families }) => families),
        samples: Object.assign({}, ...found.map(({ samples }) => samples)),
      }
    }),
  )
}

const readEvents = async (folder: string): Promise<Pick<EventModule, "families" | "samples">> => {
  const [events, golden] = [join(folder, "events.ts"), join(folder, "events.golden.json")]
  const exports: object = existsSync(events) ? await import(pathToFileURL(events).href) : {}
  return {
    families: Object.values(exports).filter(isFamily),
    samples: existsSync(golden) ? JSON.parse(readFileSync(golden, "utf8")) : {},
  }
}

const isFamily = (value: unknown): value is AnyFamily =>
  typeof value === "object" && value !== null && "types" in value && "encode" in value && "decodeSync" in value
