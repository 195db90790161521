import { existsSync } from "node:fs"
import { join } from "node:path"
import { embeddedHome } from "../../run/database.ts"
import { freeLock, takeLock } from "../../run/lock.ts"
import { runningServer } from "../../run/postgres/leftover.ts"
import { beforeEnd } from "../lib/ending.ts"
import { Refused } from "../lib/exit.ts"

/** Directory of the embedded cluster, whether or not it exists. */
export interface Cluster {
  readonly home: string
  readonly data: string
  readonly isThere: boolean
}

/**
 * Works on the files of the stopped embedded cluster, because a cold copy needs a cluster without writers. Holds the
 * supervisor's lock, so that no start can interfere.
 */
export const whileStopped = async <A>(dataDirectory: string, work: (cluster: Cluster) => Promise<A>): Promise<A> => {
  const file = join(dataDirectory, "supervisor.lock")
  const holder = takeLock(file)
  if (holder !== undefined)
    throw new Refused(`Quire runs as process ${holder.pid}. Stop it (Ctrl-C in its terminal), then run this again.`)
  const forget = beforeEnd(() => freeLock(file))
  try {
    const home = embeddedHome(dataDirectory)
    const data = join(home, "data")
    const server = runningServer(data)
    if (server !== undefined) {
      throw new Refused(
        `PostgreSQL runs on ${data} as process ${server}. Wait for the command that uses it; ` +
          "where there is none, npm start and Ctrl-C end what a killed one left behind.",
      )
    }
    return await work({ home, data, isThere: existsSync(data) })
  } finally {
    forget()
    freeLock(file)
  }
}
