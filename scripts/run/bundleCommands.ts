import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { rolldown } from "rolldown"
import { COMPACT, NOT_BUNDLED } from "../../src/process/serverBundle.ts"
import { BUNDLED, COMMANDS_DIRECTORY, COMMANDS_MANIFEST, type Manifest } from "./bundledCommand.ts"
import { root } from "./root.ts"

/** Covers all packages: their contents follow from the lock file and our patches. */
const PACKAGES = [join(root, "package-lock.json"), join(root, "scripts", "patchDriver.mjs")]
/** Old bundles are kept, because a running command may still load parts of its bundle. */
const OLD_MS = 3_600_000

/** Bundles all commands and stores the manifest of the bundle. */
async function bundleCommands(): Promise<void> {
  const directory = join(COMMANDS_DIRECTORY, `${Date.now()}`)
  const own = (id: string) => id.startsWith(`${root}/`) && !id.includes("/node_modules/")
  const built = await rolldown({
    cwd: root,
    platform: "node",
    input: Object.fromEntries(BUNDLED.map((name) => [name, join(root, "scripts", `${name}.ts`)])),
    external: [/^node:/, ...NOT_BUNDLED],
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
  const { output } = await built.write({
    ...COMPACT,
    dir: directory,
    format: "esm",
    entryFileNames: "[name].mjs",
  })
  const files = [...output.flatMap((part) => (part.type === "chunk" ? part.moduleIds.filter(own) : [])), ...PACKAGES]
  const sources = files.map((path) => {
    const { mtimeMs, size } = statSync(path)
    return [path, mtimeMs, size] as const
  })
  await built.close()
  const manifest = { directory, node: process.version, sources } satisfies Manifest
  writeFileSync(`${COMMANDS_MANIFEST}.new`, JSON.stringify(manifest))
  renameSync(`${COMMANDS_MANIFEST}.new`, COMMANDS_MANIFEST)
  for (const name of readdirSync(COMMANDS_DIRECTORY)) {
    if (/^\d+$/.test(name) && Number(name) < Date.now() - OLD_MS)
      rmSync(join(COMMANDS_DIRECTORY, name), { recursive: true })
  }
}

await bundleCommands()
