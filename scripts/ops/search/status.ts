import { Command } from "effect/cli"
import { clusterVersion, copyStates, servingCopy } from "#projections/library"
import { inSession } from "../lib/command.ts"
import { json } from "../lib/flags.ts"
import { withCluster } from "./cluster.ts"

/** Shows what serves searches, and the state of the copies in the cluster. */
export const status = Command.make("status", { json }, (flags) =>
  inSession(flags, (session, output) =>
    withCluster(session, async ({ cluster, url }) => {
      const serving = (await servingCopy(session.sql))?.name ?? "postgres"
      const [version, copies] = await Promise.all([
        clusterVersion(cluster).catch((error: Error) => `unreachable: ${error.message}`),
        copyStates(session.sql, cluster),
      ])
      output.say(`${serving} answers searches. ${url}: ${version}`)
      output.table(
        copies.map(({ name, status, behind, items, rejected, attempts, reason }) => ({
          copy: name,
          status: name === serving ? `${status}, serves` : status,
          items,
          behind,
          rejected,
          attempts,
          reason,
        })),
      )
      output.document({ serving, cluster: { url, version }, copies })
    }),
  ),
).pipe(Command.withDescription("What serves searches, and the state of the copies in the search cluster"))
