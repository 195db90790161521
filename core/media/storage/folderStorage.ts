import { randomUUID } from "node:crypto"
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"

/** A file store. File names consist of lowercase letters, digits, a slash and a dot. */
export type Storage = {
  readonly write: (name: string, bytes: Uint8Array) => Promise<void>
  /** Null if there is no such file. */
  readonly read: (name: string) => Promise<Uint8Array | null>
  readonly remove: (name: string) => Promise<void>
}

/** Files in the folder `pictures` of a directory. A write replaces a file atomically. */
export const folderStorage = (directory: string): Storage => {
  const pathOf = (name: string) => join(directory, "pictures", name)
  return {
    write: async (name, bytes) => {
      const path = pathOf(name)
      const unfinished = `${path}.${randomUUID()}.tmp`
      await mkdir(dirname(path), { recursive: true })
      await writeFile(unfinished, bytes)
      await rename(unfinished, path)
    },
    read: async (name) => {
      try {
        return await readFile(pathOf(name))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return null
        throw error
      }
    },
    remove: (name) => rm(pathOf(name), { force: true }),
  }
}
