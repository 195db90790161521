import { mkdirSync, mkdtempSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { rolldown } from "rolldown"
import { root } from "../run/root.ts"

/** Native packages, and packages that look for their own files. */
const EXTERNAL = [/^node:/, "sharp", "@node-rs/argon2", "pino-pretty", "@simplewebauthn/server", "openid-client"]

/**
 * Bundles the program of a wallet process and returns its path. Unbundled, one takes 1.6 s of CPU time to start, and a
 * thousand are killed.
 */
export const bundleChild = async (directory: string): Promise<string> => {
  const built = await rolldown({
    cwd: root,
    platform: "node",
    input: { child: join(import.meta.dirname, "walletChildProcess.ts") },
    external: EXTERNAL,
    treeshake: { moduleSideEffects: false },
    logLevel: "warn",
    plugins: [
      {
        name: "own-addresses",
        transform: (code, id) =>
          id.startsWith(`${root}/`) && !id.includes("/node_modules/")
            ? { code: code.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href)) }
            : null,
      },
    ],
  })
  mkdirSync(directory, { recursive: true })
  const to = mkdtempSync(join(directory, "money-sim-"))
  await built.write({ dir: to, format: "esm", entryFileNames: "[name].mjs" })
  await built.close()
  return join(to, "child.mjs")
}
