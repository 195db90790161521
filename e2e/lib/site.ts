import { type ProductOptions, startProduct, testDatabase } from "#testing"
import {
  CHEAP_PASSWORDS,
  openPeople,
  type PersonOptions,
  TEST_MASTER_KEY,
  type TestPerson,
} from "../../core/accounts/testing/people.ts"

/** The product on a database of its own, running for browser tests. */
export interface TestSite {
  readonly origin: string
  readonly chatUrl: string
  readonly databaseUrl: string
  /** The output of its processes so far. */
  readonly output: () => string
  /** The process with the given role. */
  readonly pidOf: (role: string) => number | undefined
  /** Creates a signed-in person; `enter` signs a browser in as them. */
  readonly person: (options?: PersonOptions) => Promise<TestPerson>
  readonly stop: () => Promise<void>
}

/** Read-your-writes waits long enough for a busy machine. */
const READ_YOUR_WRITES_MS = "30000"

/**
 * Starts the built product through its supervisor on free ports with a fresh, migrated database. The demo is off by
 * default; `env` overrides single settings, such as ALLOW_PRIVATE_FETCH for feeds that the test serves.
 */
export async function startSite(options: Omit<ProductOptions, "databaseUrl"> = {}): Promise<TestSite> {
  const db = await testDatabase()
  const env = { MASTER_KEY: TEST_MASTER_KEY, READ_YOUR_WRITES_MS, ...CHEAP_PASSWORDS, ...options.env }
  const product = await startProduct({ ...options, env, databaseUrl: db.url }).catch(async (error: unknown) => {
    await db.drop()
    throw error
  })
  let people: ReturnType<typeof openPeople> | undefined
  return {
    origin: product.origin,
    chatUrl: product.chatUrl,
    databaseUrl: db.url,
    output: product.output,
    pidOf: product.pidOf,
    person: (made) => {
      people ??= openPeople({ url: db.url })
      return people.make(made)
    },
    stop: async () => {
      await people?.close()
      await product.stop()
      await db.drop()
    },
  }
}
