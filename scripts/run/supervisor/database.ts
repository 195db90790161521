import { Redacted } from "effect"
import { startDatabase } from "../database.ts"
import type { CommandSettings } from "../settings.ts"
import { backoff_ms } from "./Child.ts"

/** The database under the supervisor's care. */
export interface KeptDatabase {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** The configured database, else the embedded PostgreSQL, which is started again whenever it ends unasked. */
export async function keepDatabase(
  { databaseUrl, dataDirectory }: CommandSettings,
  say: (line: string) => void,
): Promise<KeptDatabase> {
  if (databaseUrl) return { url: Redacted.value(databaseUrl), stop: async () => {} }
  let current = await startDatabase(dataDirectory)
  let stopping = false

  const watch = async () => {
    for (let crashes = 1; ; crashes += 1) {
      await current.server.ended
      if (stopping) return
      say("PostgreSQL ended; it starts again")
      await new Promise((resolve) => setTimeout(resolve, backoff_ms(crashes)))
      if (stopping) return
      // On the same port, so that the other processes find it again by themselves.
      const restarted = await startDatabase(dataDirectory, current.server.port).catch((error: unknown) =>
        say(`PostgreSQL could not be started again: ${error}`),
      )
      if (restarted) current = restarted
      // Asked to stop while it started: the one that was stopped then was its predecessor.
      if (stopping) return current.close()
    }
  }
  const watching = watch()

  return {
    url: current.url,
    stop: async () => {
      stopping = true
      await current.close()
      await watching
    },
  }
}
