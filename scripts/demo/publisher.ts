import process from "node:process"
import { startPublisher } from "./index.ts"

/**
 * The demo publisher as its own process. Reports when it serves, and exits with its parent or on a signal. The parent
 * passes the port in DEMO_PORT, whose default is declared only in core/kernel/config/variables/people.ts.
 */
const main = async (): Promise<void> => {
  const publisher = await startPublisher({ port: portFrom(process.env["DEMO_PORT"]), now: () => new Date() })
  const stop = async () => {
    await publisher.close()
    process.exit(0)
  }
  process.once("SIGTERM", stop)
  process.once("SIGINT", stop)
  process.once("disconnect", stop)
  process.send?.({ ready: true })
  console.info(`The demo publisher serves ${publisher.url}/`)
}

const portFrom = (value: string | undefined): number => {
  const port = value?.trim() ? Number(value) : Number.NaN
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new Error(`DEMO_PORT must be a whole number from 0 to 65535, not "${value ?? ""}"`)
}

main().catch((fault: unknown) => {
  console.error(fault instanceof Error ? fault.message : fault)
  process.exit(1)
})
