import { type NatsServer, natsServer } from "../../../src/chat/testing/natsServer.ts"
import { freePort } from "../../run/ports.ts"

/** Starts NATS servers of one cluster. `url` names all of them. */
export const startNatsCluster = async (
  count: number,
): Promise<{ readonly servers: ReadonlyArray<NatsServer>; readonly url: string }> => {
  const ports: Array<number> = []
  while (ports.length < count) ports.push(await freePort())
  const routes = ports.map((port) => `nats://127.0.0.1:${port}`).join(",")
  const servers = await Promise.all(
    ports.map((port) =>
      natsServer(["--cluster_name", "quire", "--cluster", `nats://127.0.0.1:${port}`, "--routes", routes]),
    ),
  )
  return { servers, url: servers.map(({ url }) => url).join(",") }
}
