import { type Bench, goalMax } from "./lib/Bench.ts"
import { percentile } from "./lib/interleaved.ts"
import { runNodes } from "./nodes/runNodes.ts"

/** Three chat nodes and three NATS servers, of which one is killed every five seconds. */
export default {
  about:
    "messages lost, doubled or out of order on three chat nodes and three NATS servers, of which one is killed every 5 s; --sockets=N (per node) --messages=N --rate=N",
  goals: [goalMax("absolute", "lost_doubled_inverted", 0), goalMax("absolute", "cross_node_p99_ms", 60)],
  run: async ({ database, log, parameters }) => {
    const given = (name: string, otherwise: number) =>
      Number(parameters.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise)
    const figures = await runNodes({
      databaseUrl: await database(),
      socketsPerNode: given("sockets", 3_000),
      messages: given("messages", 100_000),
      perSecond: given("rate", 500),
      log,
    })
    const { lost, doubled, inverted } = figures
    return {
      ratios: {},
      absolute: {
        lost_doubled_inverted: lost + doubled + inverted,
        cross_node_p99_ms: figures.crossMs.percentile(0.99),
        cross_node_p50_ms: figures.crossMs.percentile(0.5),
        quiet_cross_node_p99_ms: figures.quietMs.percentile(0.99),
        deliveries: figures.deliveries,
        messages: figures.messages,
        reconnected: figures.reconnected,
        reconnect_p95_ms: percentile(figures.awayMs, 0.95),
        node_kills: figures.nodeKills,
        nats_kills: figures.natsKills,
        sockets: figures.sockets,
      },
    }
  },
} satisfies Bench
