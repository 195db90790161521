import { randomBytes } from "node:crypto"
import postgres from "postgres"
import { TEMPLATE } from "./cluster.ts"

/** A database of one test file or one test. */
export interface TestDatabase {
  /** Connection string. The role owns the database and may create everything in it. */
  readonly url: string
  /** Closes all its connections and deletes it. Stopping the cluster deletes it in any case. */
  readonly drop: () => Promise<void>
}

/** Creates a new database in a test cluster, given by its connection string. */
export async function createTestDatabase(cluster: string, { migrated = true } = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString("hex")}`
  await administer(cluster, `create database ${name} template ${migrated ? TEMPLATE : "template0"}`)
  const url = new URL(cluster)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => administer(cluster, `drop database if exists ${name} with (force)`) }
}

async function administer(cluster: string, statement: string): Promise<void> {
  const sql = postgres(cluster, { max: 1, onnotice: () => {} })
  try {
    await sql.unsafe(statement)
  } finally {
    await sql.end()
  }
}
