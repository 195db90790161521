import { testDatabase } from "#testing"

/** A test kit and the address of its database. */
export type OnOwnDatabase<Kit> = Kit & { readonly url: string }

/** Opens a test kit on its own database, which is dropped when the kit is closed. */
export const onOwnDatabase = async <Kit extends { close(): Promise<void> }>(
  open: (url: string) => Promise<Kit>,
): Promise<OnOwnDatabase<Kit>> => {
  const db = await testDatabase()
  const kit = await open(db.url)
  return {
    ...kit,
    url: db.url,
    close: async () => {
      await kit.close()
      await db.drop()
    },
  }
}
