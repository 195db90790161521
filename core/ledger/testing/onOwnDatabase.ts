import { testDatabase } from "#testing"

/** A kit and where its database is. */
export type OnOwnDatabase<Kit> = Kit & { readonly url: string }

/** Opens a kit for tests on a database of its own, which goes with it. */
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
