import { inject } from "vitest"
import { type ProductOptions, type SharedProduct, startProduct, testDatabase } from "#testing"
import {
  CHEAP_PASSWORDS,
  openPeople,
  type PersonOptions,
  TEST_MASTER_KEY,
  type TestPerson,
} from "../../core/accounts/testing/people.ts"

/** The product running for browser tests. */
export interface TestSite extends Omit<SharedProduct, "mailPort"> {
  /** Creates a signed-in person; `enter` signs a browser in as them. */
  readonly person: (options?: PersonOptions) => Promise<TestPerson>
  readonly stop: () => Promise<void>
}

/** A product of one file, with a database of its own. */
export interface OwnSite extends TestSite {
  /** The output of its processes so far. */
  readonly output: () => string
  /** The process with the given role. */
  readonly pidOf: (role: string) => number | undefined
}

/** Reads the local mailbox of a product behind a proxy. */
export const MAILBOX_TOKEN = "the-token-of-the-mailbox"

/** Read-your-writes waits long enough for a busy machine. */
const READ_YOUR_WRITES_MS = "30000"

/** The channels of the Telegram drawer. */
export const TELEGRAM_CHANNELS = {
  TELEGRAM_EN: "https://t.me/quire_en",
  TELEGRAM_DE: "https://t.me/quire_de",
  TELEGRAM_FR: "https://t.me/+AbCdEf12345",
}
const COMMON_ENV = { MASTER_KEY: TEST_MASTER_KEY, READ_YOUR_WRITES_MS, ...CHEAP_PASSWORDS }

/** Creates people on a database, and closes their connections. */
const peopleOf = (databaseUrl: string) => {
  let people: ReturnType<typeof openPeople> | undefined
  return {
    person: (options?: PersonOptions) => {
      people ??= openPeople({ url: databaseUrl })
      return people.make(options)
    },
    close: async () => people?.close(),
  }
}

/**
 * The product that all test files of a run share; the first file that needs it starts it. Other files use it at the same
 * time, so a test uses people and feeds of its own, and expects others in the library. It trusts one proxy, so that each
 * browser has its own client address.
 */
export async function sharedSite(): Promise<TestSite & Pick<SharedProduct, "mailPort">> {
  const env = {
    ...COMMON_ENV,
    ...TELEGRAM_CHANNELS,
    ROLES: "web,chat,worker,keeper,console",
    TRUSTED_PROXIES: "1",
    METRICS_TOKEN: MAILBOX_TOKEN,
  }
  const response = await fetch(inject("sharedProduct"), { method: "POST", body: JSON.stringify(env) })
  if (!response.ok) throw new Error(await response.text())
  const product = (await response.json()) as SharedProduct
  const { person, close } = peopleOf(product.databaseUrl)
  return { ...product, person, stop: close }
}

/**
 * Starts a product of the file, for tests that kill or configure its processes or test the whole library. It is the built
 * product under its supervisor, on free ports, with a fresh, migrated database. The demo is off by default; `env` overrides
 * single settings, such as ALLOW_PRIVATE_FETCH for feeds that the test serves.
 */
export async function startSite(options: Omit<ProductOptions, "databaseUrl"> = {}): Promise<OwnSite> {
  const db = await testDatabase()
  const env = { ...COMMON_ENV, ...options.env }
  const product = await startProduct({ ...options, env, databaseUrl: db.url }).catch(async (error: unknown) => {
    await db.drop()
    throw error
  })
  const { person, close } = peopleOf(db.url)
  return {
    origin: product.origin,
    chatUrl: product.chatUrl,
    consoleOrigin: product.consoleOrigin,
    databaseUrl: db.url,
    output: product.output,
    pidOf: product.pidOf,
    person,
    stop: async () => {
      await close()
      await product.stop()
      await db.drop()
    },
  }
}
