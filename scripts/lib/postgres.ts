/** The embedded PostgreSQL: a real server from an npm package, run by our own code. */
export { type Account, handOver, isReachable, postgresAccount } from "./postgres/account.ts"
export { SYSTEM_HOME } from "./postgres/binaries.ts"
export { clearLeftover, runningServer } from "./postgres/leftover.ts"
export { type Postgres, startPostgres } from "./postgres/server.ts"
