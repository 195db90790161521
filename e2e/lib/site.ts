import { type ProductOptions, startProduct, testDatabase } from "#testing"
import {
  CHEAP_PASSWORDS,
  openPeople,
  type PersonOptions,
  TEST_MASTER_KEY,
  type TestPerson,
} from "../../core/accounts/testing/people.ts"

/** The product on a database of its own, as a browser sees it. */
export interface TestSite {
  readonly origin: string
  readonly chatUrl: string
  readonly databaseUrl: string
  /** What its processes wrote so far. */
  readonly output: () => string
  /** The process that runs a role. */
  readonly pidOf: (role: string) => number | undefined
  /** Makes somebody who is signed in; `enter` lets a browser be theirs. */
  readonly person: (options?: PersonOptions) => Promise<TestPerson>
  readonly stop: () => Promise<void>
}

/** What people did is shown to them, however busy the machine is. */
const READ_YOUR_WRITES_MS = "30000"

/**
 * Starts the built product through its supervisor on free ports with a fresh, migrated database. The demo is off
 * unless asked for; `env` overrides single settings, such as ALLOW_PRIVATE_FETCH for feeds that the test serves.
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
