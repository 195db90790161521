import { renameSync, rmSync } from "node:fs"
import { databaseHosts } from "#core/kernel"
import { beforeEnd } from "../lib/ending.ts"
import { run } from "./programs.ts"

/**
 * Connection settings for PostgreSQL's client programs. The password is passed in the environment, because every user
 * can read command lines.
 */
export const reachable = (url: string): { readonly database: string; readonly env: NodeJS.ProcessEnv } => {
  const hosts = databaseHosts(url)
  const password = decodeURIComponent(new URL(hosts[0]?.url ?? url).password)
  return {
    database: url.replace(PASSWORD, "$1@"),
    env: {
      ...(password === "" ? {} : { PGPASSWORD: password }),
      ...(hosts.length > 1 ? { PGTARGETSESSIONATTRS: "primary" } : {}),
    },
  }
}

const PASSWORD = /^([^:]+:\/\/[^:@/?#]*):[^@/?#]*@/

/**
 * Dumps a database to one file in pg_dump's custom format. An incomplete file is never left behind. Skips `public`,
 * where Quire keeps nothing.
 */
export const dump = async (url: string, file: string): Promise<void> => {
  const partial = `${file}.partial`
  const forget = beforeEnd(() => rmSync(partial, { force: true }))
  const { database, env } = reachable(url)
  const mask = process.umask(0o077)
  try {
    await run(
      "pg_dump",
      [
        "--format=custom",
        "--no-owner",
        "--no-privileges",
        "--exclude-schema=public",
        `--file=${partial}`,
        `--dbname=${database}`,
      ],
      env,
    )
    renameSync(partial, file)
  } finally {
    process.umask(mask)
    rmSync(partial, { force: true })
    forget()
  }
}
