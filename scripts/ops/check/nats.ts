import { connect } from "@nats-io/transport-node"
import { Redacted } from "effect"
import { natsServers } from "../../../src/chat/broker/natsServers.ts"
import type { CommandSettings } from "../../run/settings.ts"
import { type Check, type Finding, findingsOf } from "./Finding.ts"
import { reasonOf } from "./runChecks.ts"

const CONNECT_MS_MAX = 4_000

const nats = findingsOf("nats")

/** Each server of NATS_URL by itself, with its credentials, and whether they form one cluster. */
export const natsCheck = ({ natsUrl, roles }: CommandSettings): Check => ({
  name: "nats",
  todo: "Correct NATS_URL.",
  run: async () => {
    if (natsUrl === undefined)
      return [nats.ok(roles.includes("chat") ? "not set: this must be the only chat process" : "not set")]
    const { servers, ...access } = natsServers(Redacted.value(natsUrl))
    const answers = await Promise.all(servers.map((server) => visit(server, access)))
    return [...answers.map(({ finding }) => finding), ...judgeCluster(answers.map(({ cluster }) => cluster))]
  },
})

type Visit = { readonly finding: Finding; readonly cluster?: string | undefined }

const visit = async (server: string, access: object): Promise<Visit> => {
  try {
    const started = performance.now()
    const connection = await connect({ ...access, servers: [server], reconnect: false, timeout: CONNECT_MS_MAX })
    const { info } = connection
    await connection.flush()
    const ms = Math.round(performance.now() - started)
    await connection.close()
    return { finding: nats.ok(`${server} answers in ${ms} ms`), cluster: info?.cluster }
  } catch (error) {
    const todo = "Start this server, or correct its address, user and password in NATS_URL."
    return { finding: nats.problem(`${server}: ${reasonOf(error)}`, todo) }
  }
}

/** Servers of different clusters, or of none, do not pass messages to each other. */
export const judgeCluster = (clusters: ReadonlyArray<string | undefined>): ReadonlyArray<Finding> => {
  const reached = clusters.filter((cluster) => cluster !== undefined)
  if (clusters.length < 2 || new Set(reached).size < 2) return []
  const todo = "Give all servers the same cluster name and routes to each other."
  return [
    nats.problem(`the servers belong to ${new Set(reached).size} clusters: ${[...new Set(reached)].join(", ")}`, todo),
  ]
}
