import { globSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"
import { root } from "./root.ts"

/** Smaller files fit into one packet in any case. */
const BYTES_MIN = 1_024
const FILES = ["dist/client/**/*", "dist/console/client/**/*"].map(
  (path) => `${path}.{css,html,js,json,svg,txt,webmanifest,xml}`,
)

/**
 * Stores each static file compressed beside itself, so that no request waits for it: the web process sends these instead. At the
 * highest level but one, since the last one takes ten times as long for three percent.
 */
function compressFiles(): void {
  for (const file of globSync(FILES, { cwd: root }).map((path) => join(root, path))) {
    const bytes = readFileSync(file)
    if (bytes.length < BYTES_MIN) continue
    const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}

compressFiles()
