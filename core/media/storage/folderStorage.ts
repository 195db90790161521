import { randomUUID } from "node:crypto"
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import type { Storage } from "./Storage.ts"

/** Files below `pictures` in a directory. A file is there whole or not at all. */
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
