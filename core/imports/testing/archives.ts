import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { zipSync } from "fflate"
import type { RangeReader } from "../archive/Archive.ts"

const FIXTURES = new URL("./fixtures/", import.meta.url).pathname

/** The bytes of a fixture. */
export const fixture = (name: string): Buffer => readFileSync(join(FIXTURES, name))

/** A folder of fixtures as the zip archive that a product would offer, with more files. */
export const zipOf = (folder: string | null, more: Readonly<Record<string, Uint8Array | string>> = {}): Buffer => {
  const files: Record<string, Uint8Array> = {}
  const place = (path: string) => join(FIXTURES, folder ?? "", path)
  for (const path of folder === null ? [] : readdirSync(place(""), { recursive: true, encoding: "utf8" }))
    if (statSync(place(path)).isFile()) files[path.replaceAll("\\", "/")] = readFileSync(place(path))
  for (const [path, content] of Object.entries(more))
    files[path] = typeof content === "string" ? new TextEncoder().encode(content) : content
  return Buffer.from(zipSync(files))
}

/** Bytes in memory as an uploaded file. */
export const readerOf = (bytes: Buffer): RangeReader => ({
  length: bytes.length,
  read: async function* (first, last) {
    yield bytes.subarray(first, last + 1)
  },
})
