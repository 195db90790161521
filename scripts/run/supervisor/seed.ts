import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import postgres from "postgres"
import { root } from "../root.ts"

const SEED = join(root, "scripts", "run", "seedLibrary.ts")

/**
 * Records in an empty database that the demo library will be added, so that pages can show the progress from the
 * beginning.
 * @returns whether feeds are missing: in a new database, or if an earlier seed was interrupted or could not add them
 * all. A library created by users is never changed.
 */
export async function beginSeed(url: string): Promise<boolean> {
  if (!existsSync(SEED)) return false
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    const [earlier] = await sql<Array<{ isFinished: boolean }>>`
      select finished_at is not null as "isFinished" from meta.seed where name = 'demo'`
    if (earlier) return !earlier.isFinished
    const inserted = await sql`
      insert into meta.seed (name) select 'demo' where not exists (select from es.event) returning name`
    return inserted.length > 0
  } finally {
    await sql.end()
  }
}

/**
 * Adds the missing demo feeds by running scripts/run/seedLibrary.ts as a process, which frees its memory at exit. That
 * process records its progress and reports each feed that it could not add. Aborting `signal` stops it.
 * @throws Error if feeds are missing at the end; the next start retries them
 */
export function runSeed(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<void> {
  const command = ["--disable-warning=ExperimentalWarning", SEED]
  const child = spawn(process.execPath, command, { cwd: root, env, stdio: ["ignore", "inherit", "inherit"], signal })
  return new Promise((resolve, reject) => {
    child.once("error", reject)
    child.once("exit", (code, killedBy) =>
      code === 0 ? resolve() : reject(new Error(`the seed ended with ${killedBy ?? `code ${code}`}`)),
    )
  })
}
