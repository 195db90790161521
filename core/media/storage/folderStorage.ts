import { randomUUID } from "node:crypto"
import { access, type FileHandle, mkdir, open, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import type { ByteRange, ByteStream, Storage } from "./Storage.ts"

/** Bytes per read: few enough for hundreds of readers, many enough that a range costs few system calls. */
const READ_BYTES = 256 * 1024
/** Bytes collected for one write. */
const WRITE_BYTES = 1024 * 1024

/** Files in a folder of a directory. A write replaces a file atomically. */
export const folderStorage = (directory: string, folder = "pictures"): Storage => {
  const pathOf = (name: string) => join(directory, folder, name)

  const replace = async <A>(name: string, writeTo: (path: string) => Promise<A>): Promise<A> => {
    const path = pathOf(name)
    const unfinished = `${path}.${randomUUID()}.tmp`
    await mkdir(dirname(path), { recursive: true })
    try {
      const written = await writeTo(unfinished)
      await rename(unfinished, path)
      return written
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
  }

  return {
    write: (name, bytes) => replace(name, (path) => writeFile(path, bytes)),
    writeStream: (name, body) =>
      replace(name, async (path) => {
        const file = await open(path, "wx")
        try {
          return await writeAll(file, body)
        } finally {
          await file.close()
        }
      }),
    read: (name) => unlessMissing(readFile(pathOf(name))),
    // Opened by its first reader: a stream that nobody reads must not keep a file open.
    readRange: async (name, range) =>
      (await unlessMissing(access(pathOf(name)))) === null ? null : readAll(pathOf(name), range),
    size: async (name) => (await unlessMissing(stat(pathOf(name))))?.size ?? null,
    remove: (name) => rm(pathOf(name), { force: true }),
  }
}

const writeAll = async (file: FileHandle, body: ByteStream): Promise<number> => {
  let [total, waiting] = [0, 0]
  let chunks: Array<Uint8Array> = []
  const flush = async () => {
    if (waiting === 0) return
    const { bytesWritten } = await file.writev(chunks)
    if (bytesWritten !== waiting) throw new Error(`${bytesWritten} of ${waiting} bytes were written`)
    chunks = []
    waiting = 0
  }
  for await (const chunk of body) {
    chunks.push(chunk)
    waiting += chunk.length
    total += chunk.length
    if (waiting >= WRITE_BYTES) await flush()
  }
  await flush()
  return total
}

async function* readAll(path: string, { first, last }: ByteRange): AsyncGenerator<Uint8Array> {
  const file = await open(path, "r")
  try {
    for (let at = first; at <= last; ) {
      const length = Math.min(READ_BYTES, last - at + 1)
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafeSlow(length), 0, length, at)
      if (bytesRead === 0) throw new Error(`the file ends at byte ${at}, before ${last}`)
      at += bytesRead
      yield bytesRead === length ? buffer : buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

const unlessMissing = async <A>(work: Promise<A>): Promise<A | null> => {
  try {
    return await work
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null
    throw error
  }
}
