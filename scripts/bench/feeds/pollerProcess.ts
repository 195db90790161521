import process from "node:process"
import { Effect, Metric } from "effect"
import { feedChecks } from "#core/feeds"
import { openPoller } from "./openPoller.ts"
import { addressOf, serveRounds } from "./serveRounds.ts"

/** `node pollerProcess.ts URL PORT FEEDS` */
const [, , url = "", portText = "", feedsText = ""] = process.argv
const port = Number(portText)

const poller = await openPoller(url, port)
await poller.add(Array.from({ length: Number(feedsText) }, (_, feed) => addressOf(0, feed, port)))

const changedSoFar = () => Effect.runSync(Metric.value(feedChecks)).occurrences.get("changed") ?? 0

serveRounds(async () => {
  // All feeds are due, in a random order like that of jitter.
  await poller.sql`update feeds.poll set next_check_at = now() - random() * interval '1 hour'`
  const before = changedSoFar()
  const looked = await poller.checkDue()
  return { looked, changed: changedSoFar() - before }
})
