import { inject } from "vitest"
import { createTestDatabase, type TestDatabase } from "./createTestDatabase.ts"

/**
 * Creates a new database with the newest schema, or an empty one with `migrated: false`. Only for `*.int.test.ts` and
 * `*.e2e.test.ts`: unit tests have no PostgreSQL.
 */
export const testDatabase = (options: { migrated?: boolean } = {}): Promise<TestDatabase> =>
  createTestDatabase(inject("testCluster"), options)
