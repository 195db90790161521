import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { alone } from "./lock.ts"
import { root } from "./root.ts"

/** Inputs of a bundle. The bundle is valid while none of them has changed. */
interface Manifest {
  readonly directory: string
  readonly node: string
  readonly sources: ReadonlyArray<readonly [path: string, mtimeMs: number, size: number]>
}

/** Commands that load most of the product. */
export const BUNDLED = ["start", "dev", "ops"] as const
export type Bundled = (typeof BUNDLED)[number]

const DIRECTORY = join(root, ".quire", "commands")
const MANIFEST = join(DIRECTORY, "manifest.json")
/** Covers all packages: their contents follow from the lock file and our patches. */
const PACKAGES = [join(root, "package-lock.json"), join(root, "scripts", "patchDriver.mjs")]
/** Old bundles are kept, because a running command may still load parts of its bundle. */
const OLD_MS = 3_600_000
/** Native packages, and packages that look for their own files. */
const EXTERNAL = [
  /^node:/,
  "sharp",
  "@node-rs/argon2",
  "pino-pretty",
  "@simplewebauthn/server",
  "openid-client",
  "rolldown",
]

/**
 * Returns a command's program from the shared bundle. Builds the bundle if it is missing or its sources changed.
 * Unbundled commands load 1,500 to 2,000 modules: the operators' CLI takes 0.9 s and the supervisor 2 s to start,
 * against 0.25 s bundled. Building the bundle takes about a second.
 */
export async function bundledCommand(name: Bundled): Promise<string> {
  const directory = fresh() ?? (await alone(join(root, ".quire", "commands.lock"), async () => fresh() ?? bundle()))
  return join(directory, `${name}.mjs`)
}

function fresh(): string | undefined {
  if (!existsSync(MANIFEST)) return undefined
  const { directory, node, sources } = JSON.parse(readFileSync(MANIFEST, "utf8")) as Manifest
  const isSame = ([path, mtimeMs, size]: Manifest["sources"][number]) => {
    const now = statSync(path, { throwIfNoEntry: false })
    return now !== undefined && now.mtimeMs === mtimeMs && now.size === size
  }
  return node === process.version && existsSync(directory) && sources.every(isSame) ? directory : undefined
}

async function bundle(): Promise<string> {
  const { rolldown } = await import("rolldown")
  const directory = join(DIRECTORY, `${Date.now()}`)
  const own = (id: string) => id.startsWith(`${root}/`) && !id.includes("/node_modules/")
  const built = await rolldown({
    cwd: root,
    platform: "node",
    input: Object.fromEntries(BUNDLED.map((name) => [name, join(root, "scripts", `${name}.ts`)])),
    external: EXTERNAL,
    treeshake: { moduleSideEffects: false },
    logLevel: "warn",
    plugins: [
      {
        name: "own-addresses",
        // Threads, migrations and similar files are found relative to the source file, which the bundle replaces.
        transform: (code, id) =>
          own(id) ? { code: code.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href)) } : null,
      },
    ],
  })
  const { output } = await built.write({ dir: directory, format: "esm", entryFileNames: "[name].mjs" })
  const files = [...output.flatMap((part) => (part.type === "chunk" ? part.moduleIds.filter(own) : [])), ...PACKAGES]
  const sources = files.map((path) => {
    const { mtimeMs, size } = statSync(path)
    return [path, mtimeMs, size] as const
  })
  await built.close()
  const manifest = { directory, node: process.version, sources } satisfies Manifest
  writeFileSync(`${MANIFEST}.new`, JSON.stringify(manifest))
  renameSync(`${MANIFEST}.new`, MANIFEST)
  for (const name of readdirSync(DIRECTORY)) {
    if (/^\d+$/.test(name) && Number(name) < Date.now() - OLD_MS) rmSync(join(DIRECTORY, name), { recursive: true })
  }
  return directory
}
