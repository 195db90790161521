/** The embedded PostgreSQL: a real server from an npm package, managed by our own code. */
export { changeOwner, postgresAccount } from "./postgres/account.ts"
export { postgresHome } from "./postgres/home.ts"
export { clearLeftover } from "./postgres/leftover.ts"
export { type Postgres, runningUrl, startPostgres } from "./postgres/server.ts"
