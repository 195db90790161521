import { randomUUID } from "node:crypto"
import { type FileHandle, mkdir, open, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
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
    writeStream: (name, body, { isBodyOwned = false } = {}) =>
      replace(name, async (path) => {
        const file = await open(path, "wx")
        try {
          return await writeAll(file, body, isBodyOwned ? free : () => undefined)
        } finally {
          await file.close()
        }
      }),
    read: (name) => unlessMissing(readFile(pathOf(name))),
    readRange: async (name, range, buffer) => {
      const file = await unlessMissing(open(pathOf(name), "r"))
      return file === null ? null : new FileRange(file, range, buffer)
    },
    size: async (name) => (await unlessMissing(stat(pathOf(name))))?.size ?? null,
    remove: (name) => rm(pathOf(name), { force: true }),
  }
}

/**
 * Frees the memory of a piece, if it is the whole of its buffer. Left to the garbage collector, the pieces of an upload
 * would make it search the whole heap every 16 MB, which takes a quarter of the time.
 */
const free = ({ buffer, byteLength }: Uint8Array): void => {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

const writeAll = async (
  file: FileHandle,
  body: ByteStream,
  onWritten: (piece: Uint8Array) => void,
): Promise<number> => {
  let [total, waiting] = [0, 0]
  let chunks: Array<Uint8Array> = []
  const flush = async () => {
    if (waiting === 0) return
    const { bytesWritten } = await file.writev(chunks)
    if (bytesWritten !== waiting) throw new Error(`${bytesWritten} of ${waiting} bytes were written`)
    for (const chunk of chunks) onWritten(chunk)
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

/** A range of an open file. It is closed at the end, and by a reader that stops early, even before its first piece. */
class FileRange implements AsyncIterableIterator<Uint8Array> {
  readonly #file: FileHandle
  readonly #last: number
  readonly #shared: Buffer | undefined
  #at: number
  #isClosed = false

  constructor(file: FileHandle, { first, last }: ByteRange, shared: Buffer | undefined) {
    this.#file = file
    this.#at = first
    this.#last = last
    this.#shared = shared
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (this.#isClosed || this.#at > this.#last) return this.return()
    const length = Math.min(this.#shared?.length ?? READ_BYTES, this.#last - this.#at + 1)
    const buffer = this.#shared ?? Buffer.allocUnsafeSlow(length)
    try {
      const { bytesRead } = await this.#file.read(buffer, 0, length, this.#at)
      if (bytesRead === 0) throw new Error(`the file ends at byte ${this.#at}, before ${this.#last}`)
      this.#at += bytesRead
      return { done: false, value: bytesRead === buffer.length ? buffer : buffer.subarray(0, bytesRead) }
    } catch (error) {
      await this.return()
      throw error
    }
  }

  async return(): Promise<{ readonly done: true; readonly value: undefined }> {
    if (!this.#isClosed) {
      this.#isClosed = true
      await this.#file.close()
    }
    return { done: true, value: undefined }
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
