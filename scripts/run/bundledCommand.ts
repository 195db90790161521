import { existsSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { alone } from "./lock.ts"
import { root } from "./root.ts"
import { runBuilder } from "./runBuilder.ts"

/** Inputs of a bundle. The bundle is valid while none of them has changed. */
export interface Manifest {
  readonly directory: string
  readonly node: string
  readonly sources: ReadonlyArray<readonly [path: string, mtimeMs: number, size: number]>
}

/** Commands that load most of the product. */
export const BUNDLED = ["start", "dev", "ops"] as const
export type Bundled = (typeof BUNDLED)[number]

export const COMMANDS_DIRECTORY = join(root, ".quire", "commands")
export const COMMANDS_MANIFEST = join(COMMANDS_DIRECTORY, "manifest.json")

/**
 * Returns the bundled program of a command, and builds the bundle of all commands first if it is missing or older than
 * its sources. Unbundled, a command loads 1,500 to 2,000 modules: 0.9 s for the operators' CLI and 2 s for the supervisor,
 * against 0.25 s. The bundle is built in another process, because the bundler keeps 600 MB that `npm start` would hold.
 */
export async function bundledCommand(name: Bundled): Promise<string> {
  const directory = fresh() ?? (await alone(join(root, ".quire", "commands.lock"), async () => fresh() ?? build()))
  return join(directory, `${name}.mjs`)
}

async function build(): Promise<string> {
  await runBuilder([join(root, "scripts", "run", "bundleCommands.ts")], "The commands could not be bundled")
  return readManifest().directory
}

const readManifest = (): Manifest => JSON.parse(readFileSync(COMMANDS_MANIFEST, "utf8"))

function fresh(): string | undefined {
  if (!existsSync(COMMANDS_MANIFEST)) return undefined
  const { directory, node, sources } = readManifest()
  const isSame = ([path, mtimeMs, size]: Manifest["sources"][number]) => {
    const now = statSync(path, { throwIfNoEntry: false })
    return now !== undefined && now.mtimeMs === mtimeMs && now.size === size
  }
  return node === process.version && existsSync(directory) && sources.every(isSame) ? directory : undefined
}
