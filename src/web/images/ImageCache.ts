import { createHash } from "node:crypto"
import { mkdir, readdir, readFile, rename, stat, unlink, utimes, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"

/** Bytes of the picture cache on disk; the least recently used are deleted first. */
export const CACHE_BYTES_MAX = 512 * 1024 * 1024
/** New pictures between two measurements of the cache. */
const MEASURE_EVERY = 200

/** Resized pictures on disk, so that each is fetched and resized once. Losing it only costs time. */
export class ImageCache {
  private readonly directory: string
  private written = 0
  private sweeping = false

  private readonly bytesMax: number
  private readonly measureEvery: number

  constructor(directory: string, { bytesMax = CACHE_BYTES_MAX, measureEvery = MEASURE_EVERY } = {}) {
    this.directory = directory
    this.bytesMax = bytesMax
    this.measureEvery = measureEvery
  }

  async read(key: string): Promise<Buffer | null> {
    const path = this.pathOf(key)
    try {
      const bytes = await readFile(path)
      const now = new Date()
      utimes(path, now, now).catch(() => undefined)
      return bytes
    } catch {
      return null
    }
  }

  /** Stores a picture. Failures (full disk, permissions) are ignored. */
  async write(key: string, bytes: Uint8Array): Promise<void> {
    const path = this.pathOf(key)
    const unfinished = `${path}.${process.pid}.tmp`
    try {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(unfinished, bytes)
      await rename(unfinished, path)
      if (++this.written % this.measureEvery === 0) await this.sweep()
    } catch {
      await unlink(unfinished).catch(() => undefined)
    }
  }

  private async sweep(): Promise<void> {
    if (this.sweeping) return
    this.sweeping = true
    try {
      const names = (await readdir(this.directory, { recursive: true, withFileTypes: true })).filter((entry) =>
        entry.isFile(),
      )
      const files = await Promise.all(
        names.map(async (entry) => {
          const path = join(entry.parentPath, entry.name)
          const { size, mtimeMs } = await stat(path)
          return { path, size, mtimeMs }
        }),
      )
      let total = files.reduce((sum, { size }) => sum + size, 0)
      for (const { path, size } of files.sort((a, b) => a.mtimeMs - b.mtimeMs)) {
        if (total <= this.bytesMax) break
        await unlink(path).catch(() => undefined)
        total -= size
      }
    } finally {
      this.sweeping = false
    }
  }

  private pathOf(key: string): string {
    const name = createHash("sha256").update(key).digest("hex")
    return join(this.directory, name.slice(0, 2), name)
  }
}
