import { type ProductOptions, startProduct, testDatabase } from "#testing"

/** The product on a database of its own, as a browser sees it. */
export interface TestSite {
  readonly origin: string
  readonly chatUrl: string
  readonly databaseUrl: string
  /** What its processes wrote so far. */
  readonly output: () => string
  readonly stop: () => Promise<void>
}

/**
 * Starts the built product through its supervisor on free ports with a fresh, migrated database. The demo is off
 * unless asked for; `env` overrides single settings, such as ALLOW_PRIVATE_FETCH for feeds that the test serves.
 */
export async function startSite(options: Omit<ProductOptions, "databaseUrl"> = {}): Promise<TestSite> {
  const db = await testDatabase()
  const product = await startProduct({ ...options, databaseUrl: db.url }).catch(async (error: unknown) => {
    await db.drop()
    throw error
  })
  return {
    origin: product.origin,
    chatUrl: product.chatUrl,
    databaseUrl: db.url,
    output: product.output,
    stop: async () => {
      await product.stop()
      await db.drop()
    },
  }
}
