import { mkdir, open } from "node:fs/promises"
import { dirname } from "node:path"

/** Appends a JSON document as one line and waits until it is on the disk. Makes the directory if it is missing. */
export const appendLine = async (file: string, document: unknown): Promise<void> => {
  await mkdir(dirname(file), { recursive: true })
  const handle = await open(file, "a", 0o600)
  try {
    await handle.appendFile(`${JSON.stringify(document)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
