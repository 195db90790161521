import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { rolldown } from "rolldown"
import { root } from "../../run/root.ts"
import type { BenchContext, Figures } from "../lib/Bench.ts"

/** Bytes of the composer's script with everything it imports, as a browser loads it after the first touch. */
export const measureComposer = async ({ log }: Pick<BenchContext, "log">): Promise<Figures> => {
  const bundle = await rolldown({
    input: join(root, "src", "features", "compose", "island.ts"),
    platform: "browser",
    // Contracts have no side effects, as in astro.config.mjs.
    treeshake: { moduleSideEffects: [{ test: /\/core\/[^/]+\/contract\.ts$/, sideEffects: false }] },
    plugins: [{ name: "no-styles", load: (id) => (id.endsWith(".css") ? { code: "", moduleType: "js" } : null) }],
  })
  const { output } = await bundle.generate({ format: "esm", minify: true })
  await bundle.close()
  const scripts = output.flatMap((part) => (part.type === "chunk" ? [part.code] : []))
  const kilobytes = scripts.reduce((sum, code) => sum + gzipSync(code).byteLength, 0) / 1_000
  log(`composer: ${scripts.length} scripts of ${kilobytes.toFixed(1)} kB gzip`)
  return { ratios: {}, absolute: { composer_js_kb_gzip_after: kilobytes } }
}
