import { once } from "node:events"
import { rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import type { TestProject } from "vitest/node"
import { buildIfStale } from "../run/build.ts"
import { freePort } from "../run/ports.ts"
import { root } from "../run/root.ts"
import { runBuilder } from "../run/runBuilder.ts"
import { createTestDatabase } from "./createTestDatabase.ts"
import { makeTestHome } from "./home.ts"
import { startProduct } from "./product.ts"
import { UPGRADE_SETTINGS, writeUpgradeFixture } from "./upgradeFixture.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the server that starts the shared product and assigns ports to publishers. */
    sharedProduct: string
  }
}

/** What a test file needs to use the shared product. */
export interface SharedProduct {
  readonly origin: string
  readonly chatUrl: string
  /** The address of the operators' console, if ROLES has it. */
  readonly consoleOrigin: string
  readonly databaseUrl: string
  /** Where its worker receives mail for `MAIL_DOMAIN` (SMTP). */
  readonly mailPort: number
}

/** The domain of addresses at which the shared product receives mail. */
export const MAIL_DOMAIN = "replies.example"

/** Whether the database of this run becomes the fixture of the upgrade test. */
const isFixture = process.env["UPGRADE"] === "accept"
const UPGRADE_LIBRARY = join(root, "scripts", "testing", "upgradeLibraryProcess.ts")

/** More than the test files have publishers: a port is assigned again only in watch mode. */
const PUBLISHER_PORTS = 40

/**
 * Serves one product to all browser test files of a run. `POST /` with its environment variables starts it if it is not
 * running yet and returns a `SharedProduct`. `GET /` returns the next port of 127.0.0.1 that the product may fetch from.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = project.getProvidedContext().testCluster
  // A hook of a test file has a time limit, which a build on a busy machine would exceed.
  await buildIfStale()
  const ports = await Promise.all(Array.from({ length: PUBLISHER_PORTS }, () => freePort()))
  const start = async (env: Readonly<Record<string, string>>) => {
    const database = await createTestDatabase(cluster)
    const mailPort = await freePort()
    const mail = { BOUNCE_PORT: String(mailPort), BOUNCE_DOMAIN: MAIL_DOMAIN }
    const allowed = ports.map((port) => `127.0.0.1:${port}`).join(",")
    const home = makeTestHome()
    const secrets: Readonly<Record<string, string>> = isFixture ? UPGRADE_SETTINGS : {}
    const variables = { ...env, ...mail, ...secrets, ALLOW_PRIVATE_FETCH: allowed }
    const product = await startProduct({ databaseUrl: database.url, home, env: variables })
    const settings = { ...variables, DATABASE_URL: database.url, QUIRE_DATA_DIR: home, DEMO_PORT: String(ports[0]) }
    return { product, home, databaseUrl: database.url, mailPort, settings }
  }
  let started: ReturnType<typeof start> | undefined
  let assigned = 0
  const server = createServer(async (request, response) => {
    if (request.method === "GET") {
      response.end(String(ports[assigned % ports.length]))
      assigned += 1
      return
    }
    try {
      const env = JSON.parse(await text(request)) as Readonly<Record<string, string>>
      started ??= start(env)
      const { product, databaseUrl, mailPort } = await started
      const { origin, chatUrl, consoleOrigin } = product
      response.end(JSON.stringify({ origin, chatUrl, consoleOrigin, databaseUrl, mailPort } satisfies SharedProduct))
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  project.provide("sharedProduct", `http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  return async () => {
    server.closeAllConnections()
    server.close()
    const running = await started?.catch(() => undefined)
    if (running === undefined) return
    const { product, home, databaseUrl, settings } = running
    try {
      if (isFixture) await runBuilder([UPGRADE_LIBRARY], "The fixture has no library", settings)
    } finally {
      await product.stop()
      rmSync(home, { recursive: true, force: true })
    }
    if (isFixture) console.log(`The upgrade fixture has ${await writeUpgradeFixture(databaseUrl)} bytes.`)
  }
}
