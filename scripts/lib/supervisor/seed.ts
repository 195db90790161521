import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import postgres from "postgres"
import { root } from "../root.ts"

const SEED = join(root, "scripts", "lib", "seedLibrary.ts")

/**
 * Fills an empty database with the demo library by running scripts/lib/seedLibrary.ts, once: a seed that was interrupted runs
 * again at the next start. A library that people made is never touched.
 */
export async function seedOnce(url: string, env: NodeJS.ProcessEnv, say: (line: string) => void): Promise<void> {
  if (!existsSync(SEED)) return
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await sql`create table if not exists meta.seed (name text primary key, started_at timestamptz not null default now(), finished_at timestamptz)`
    const [earlier] = await sql<Array<{ isFinished: boolean }>>`
      select finished_at is not null as "isFinished" from meta.seed where name = 'demo'`
    if (earlier?.isFinished) return
    if (!earlier) {
      const [events] = await sql<Array<{ exist: boolean }>>`select exists (select from es.event) as exist`
      if (events?.exist) return
      await sql`insert into meta.seed (name) values ('demo')`
    }
    say("Filling the empty library with the demo ...")
    await run(env)
    await sql`update meta.seed set finished_at = now() where name = 'demo'`
  } finally {
    await sql.end()
  }
}

function run(env: NodeJS.ProcessEnv): Promise<void> {
  const command = ["--disable-warning=ExperimentalWarning", SEED]
  const child = spawn(process.execPath, command, { cwd: root, env, stdio: ["ignore", "inherit", "inherit"] })
  return new Promise((resolve, reject) => {
    child.once("error", reject)
    child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`the seed ended with code ${code}`))))
  })
}
