import { Redacted } from "effect"
import { openStorage, type Storage } from "#core/media"
import type { CommandSettings } from "../settings.ts"

/** A file of the backups, by its path below BACKUP_DIR. */
export type BackupFile = { readonly name: string; readonly size: number; readonly mtimeMs: number }

/** What a bucket has. It is written after the files that it names. */
type BackupIndex = {
  /** Of the PostgreSQL cluster. Another one must not replace its backups. */
  readonly system: string
  readonly files: ReadonlyArray<BackupFile>
}

const INDEX = "index.json"

/** The bucket of BACKUP_S3_URL, or null. */
export const backupBucket = ({ backupS3Url, backupS3Key, s3Key, s3Region }: CommandSettings): Storage | null => {
  const key = backupS3Key ?? s3Key
  if (backupS3Url === undefined || key === undefined) return null
  return openStorage({ bucket: { url: backupS3Url, region: s3Region, key: Redacted.value(key) } }, "")
}

export const readIndex = async (bucket: Storage): Promise<BackupIndex | null> => {
  const bytes = await bucket.read(INDEX)
  return bytes === null ? null : (JSON.parse(new TextDecoder().decode(bytes)) as BackupIndex)
}

export const writeIndex = async (bucket: Storage, index: BackupIndex): Promise<void> => {
  const bytes = new TextEncoder().encode(JSON.stringify(index))
  await bucket.writeStream(INDEX, only(bytes))
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
