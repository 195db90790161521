import { Redacted } from "effect"
import { startDatabase } from "../database.ts"
import type { CommandSettings } from "../settings.ts"
import { backoff_ms } from "./Child.ts"

/** The supervised database. */
export interface SupervisedDatabase {
  readonly url: string
  readonly stop: () => Promise<void>
}

/**
 * Opens the configured database, otherwise the embedded PostgreSQL, which is restarted whenever it exits unexpectedly.
 */
export async function superviseDatabase(
  { databaseUrl, dataDirectory }: CommandSettings,
  say: (line: string) => void,
): Promise<SupervisedDatabase> {
  if (databaseUrl) return { url: Redacted.value(databaseUrl), stop: async () => {} }
  let current = await startDatabase(dataDirectory)
  let stopping = false

  const watch = async () => {
    for (let crashes = 1; ; crashes += 1) {
      await current.server.ended
      if (stopping) return
      say("PostgreSQL exited and is being restarted")
      await new Promise((resolve) => setTimeout(resolve, backoff_ms(crashes)))
      if (stopping) return
      // On the same port, so that the other processes reconnect.
      const restarted = await startDatabase(dataDirectory, current.server.port).catch((error: unknown) =>
        say(`PostgreSQL could not be restarted: ${error}`),
      )
      if (restarted) current = restarted
      // Stopped during this start, which `stop` could not see.
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
