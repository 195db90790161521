import { randomBytes } from "node:crypto"
import { chmod, mkdir, open, readdir, readFile, rename, stat, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { Schema } from "effect"
import { isUuid } from "#core/kernel"
import { makeKeyPair, WrappedKey } from "./documentSeal.ts"

/** Only the keeper's user may enter. */
const DIRECTORY_MODE = 0o700
const FILE_MODE = 0o600
const PAIR = "key-pair.json"
const DOCUMENTS = "documents"
/** What remains of a shredded key, so that a restored copy of it is not taken back. */
const SHREDDED = "shredded\n"

const decodeWrapped = Schema.decodeUnknownSync(WrappedKey)
const Pair = Schema.Struct({ privateKey: Schema.String, publicKey: Schema.String })
const decodePair = Schema.decodeUnknownSync(Pair)

/**
 * The keeper's own files: its key pair and the wrapped key of each document. They are not in
 * PostgreSQL, where the write-ahead log and base backups would keep what was shredded.
 */
export class KeeperDirectory {
  readonly privateKey: Uint8Array
  readonly publicKey: Uint8Array
  private readonly directory: string

  private constructor(directory: string, pair: typeof Pair.Type) {
    this.directory = directory
    this.privateKey = Buffer.from(pair.privateKey, "base64")
    this.publicKey = Buffer.from(pair.publicKey, "base64")
  }

  /** Opens the directory; the first start makes its keys. */
  static async open(directory: string): Promise<KeeperDirectory> {
    await mkdir(join(directory, DOCUMENTS), { recursive: true, mode: DIRECTORY_MODE })
    await chmod(directory, DIRECTORY_MODE)
    const pair = await readOrMake(join(directory, PAIR), async () => {
      const { privateKey, publicKey } = makeKeyPair()
      return JSON.stringify({ privateKey: base64Of(privateKey), publicKey: base64Of(publicKey) })
    })
    return new KeeperDirectory(directory, decodePair(JSON.parse(pair)))
  }

  /** Stores a wrapped key. False if the document has one or was shredded. */
  async put(docId: string, wrapped: WrappedKey): Promise<boolean> {
    const path = this.pathOf(docId)
    await mkdir(dirname(path), { recursive: true, mode: DIRECTORY_MODE })
    return writeNew(path, JSON.stringify(wrapped))
  }

  /** The wrapped key of a document; null if there is none, or none any more. */
  async find(docId: string): Promise<WrappedKey | null> {
    const text = await readIfThere(this.pathOf(docId))
    return text === null || text === SHREDDED ? null : decodeWrapped(JSON.parse(text))
  }

  /** Overwrites the wrapped key of a document, and leaves a mark in its place; idempotent. */
  async shred(docId: string): Promise<void> {
    const path = this.pathOf(docId)
    const length = (await readIfThere(path))?.length ?? 0
    await mkdir(dirname(path), { recursive: true, mode: DIRECTORY_MODE })
    if (length > 0) {
      const file = await open(path, "r+")
      try {
        await file.write(randomBytes(length), 0, length, 0)
        await file.sync()
      } finally {
        await file.close()
      }
    }
    const mark = `${path}.${randomBytes(6).toString("hex")}.tmp`
    await writeFile(mark, SHREDDED, { mode: FILE_MODE })
    await rename(mark, path)
  }

  /** The documents with a key that was stored before this time. */
  async listBefore(ms: number): Promise<ReadonlyArray<string>> {
    const found: Array<string> = []
    for (const folder of await readdir(join(this.directory, DOCUMENTS))) {
      for (const docId of await readdir(join(this.directory, DOCUMENTS, folder))) {
        if (!isUuid(docId)) continue
        const { mtimeMs, size } = await stat(this.pathOf(docId))
        if (mtimeMs < ms && size > SHREDDED.length) found.push(docId)
      }
    }
    return found
  }

  private pathOf(docId: string): string {
    if (!isUuid(docId)) throw new Error("a document without an id")
    return join(this.directory, DOCUMENTS, docId.slice(-2), docId)
  }
}

const readIfThere = async (path: string): Promise<string | null> => {
  try {
    return await readFile(path, "utf8")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null
    throw error
  }
}

/** Of several processes the first one makes the file. */
const readOrMake = async (path: string, make: () => Promise<string>): Promise<string> => {
  const found = await readIfThere(path)
  if (found !== null) return found
  await writeNew(path, await make())
  return readFile(path, "utf8")
}

/** Writes a file completely or not at all. False if there is one. */
const writeNew = async (path: string, text: string): Promise<boolean> => {
  if ((await readIfThere(path)) !== null) return false
  const unfinished = `${path}.${randomBytes(6).toString("hex")}.tmp`
  await writeFile(unfinished, text, { mode: FILE_MODE, flush: true })
  await rename(unfinished, path)
  return true
}

const base64Of = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64")
