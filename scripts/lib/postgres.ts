/** The embedded PostgreSQL: a real server from an npm package, run by our own code. */
export { type Account, handOver, isReachable, postgresAccount } from "./postgres/account.ts"
export { postgresHome } from "./postgres/home.ts"
export { clearLeftover, endServer, runningServer } from "./postgres/leftover.ts"
export { type Postgres, runningUrl, startPostgres } from "./postgres/server.ts"
