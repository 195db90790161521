import { createHash } from "node:crypto"
import { mkdir, readdir, readFile, rename, stat, unlink, utimes, writeFile } from "node:fs/promises"
import { join } from "node:path"

/** Bytes of pictures kept on disk; the least recently asked for go first. */
export const CACHE_BYTES_MAX = 512 * 1024 * 1024
/** The cache is measured again after so many new pictures. */
const MEASURE_EVERY = 200

/** Made pictures on disk, so that each is fetched and resized once. Losing it costs nothing but time. */
export class ImageCache {
  private readonly directory: string
  private written = 0
  private sweeping = false

  constructor(directory: string) {
    this.directory = directory
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

  async write(key: string, bytes: Uint8Array): Promise<void> {
    const path = this.pathOf(key)
    await mkdir(join(path, ".."), { recursive: true })
    const unfinished = `${path}.${process.pid}.tmp`
    await writeFile(unfinished, bytes)
    await rename(unfinished, path)
    if (++this.written % MEASURE_EVERY === 0) await this.sweep()
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
        if (total <= CACHE_BYTES_MAX) break
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
