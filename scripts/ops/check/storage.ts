import { randomUUID } from "node:crypto"
import { Redacted } from "effect"
import { openStorage } from "#core/media"
import type { CommandSettings } from "../../run/settings.ts"
import { type Check, type Finding, findingsOf } from "./Finding.ts"

const FOLDER = "media"
const storage = findingsOf("storage")

/** Writes, reads and removes one small file where media are stored. */
export const storageCheck = ({
  s3Url,
  s3Key,
  s3Region,
  dataDirectory,
  roles,
  databaseUrl,
}: CommandSettings): Check => ({
  name: "storage",
  todo:
    s3Url === undefined
      ? "Give the user that runs Quire write access to QUIRE_DATA_DIR."
      : "Create the bucket, and correct S3_URL, S3_REGION and S3_KEY. The key needs to read, write and delete objects.",
  run: async () => {
    const store =
      s3Url === undefined || s3Key === undefined
        ? openStorage({ directory: dataDirectory }, FOLDER)
        : openStorage(
            { bucket: { url: s3Url, region: s3Region, key: Redacted.value(s3Key), prefix: `${FOLDER}/` } },
            FOLDER,
          )
    const name = `check-${randomUUID()}`
    const written = Buffer.from(name)
    await store.write(name, written)
    const read = await store.read(name)
    await store.remove(name)
    if (read === null || !written.equals(read)) throw new Error("a file that was written is not read back")
    return [judgePlace(s3Url, { isAlone: databaseUrl === undefined, hasWeb: roles.includes("web") })]
  },
})

/** @param isAlone the database is embedded, so there is one machine */
export const judgePlace = (
  s3Url: string | undefined,
  { isAlone, hasWeb }: { readonly isAlone: boolean; readonly hasWeb: boolean },
): Finding => {
  if (s3Url !== undefined) return storage.ok(`${new URL(s3Url).host} stores, returns and deletes a file`)
  if (isAlone || !hasWeb) return storage.ok("QUIRE_DATA_DIR stores, returns and deletes a file")
  return storage.warning(
    "pictures and media stay in QUIRE_DATA_DIR of this machine",
    "Set S3_URL and S3_KEY if more than one machine runs web.",
  )
}
