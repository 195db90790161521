import postgres from "postgres"
import { startTestCluster, TEMPLATE } from "../testing/cluster.ts"

/**
 * A PostgreSQL whose commits do not wait for the disk, with one database per world. The server itself is never killed,
 * only connections, runtimes and processes, so their commits survive.
 */
export const openDatabases = async () => {
  const cluster = await startTestCluster()
  const sql = postgres(cluster.url, { max: 1, onnotice: () => undefined })
  const nameOf = (seed: number) => `money_${seed}`
  return {
    make: async (seed: number): Promise<string> => {
      await sql.unsafe(`create database ${nameOf(seed)} template ${TEMPLATE}`)
      const url = new URL(cluster.url)
      url.pathname = `/${nameOf(seed)}`
      return url.href
    },
    drop: (seed: number) => sql.unsafe(`drop database if exists ${nameOf(seed)} with (force)`),
    close: async () => {
      await sql.end()
      await cluster.stop()
    },
  }
}
