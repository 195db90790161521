import { expect, it } from "vitest"
import { decideEra, type EraDecision, type EraFacts, FAILOVER_SECONDS_MAX } from "./decideEra.ts"

const facts: EraFacts = {
  recorded: { systemIdentifier: "7", timeline: 1, isSynchronous: false },
  cluster: { systemIdentifier: "7", timeline: 1 },
  seen: { eventId: "a", found: "a" },
  quietSeconds: 1,
}
const synchronous = { systemIdentifier: "7", timeline: 1, isSynchronous: true }
const promoted = { systemIdentifier: "7", timeline: 2 }
const FAILOVER = { begins: "failover" } as const

it.each<[what: string, change: Partial<EraFacts>, decision: EraDecision]>([
  ["nothing changed", {}, "current"],
  ["nothing changed and nothing was read yet", { seen: null }, "current"],
  ["a new database", { recorded: null, seen: null, quietSeconds: null }, { begins: "first" }],
  ["the data are in another cluster", { cluster: { systemIdentifier: "8", timeline: 1 } }, { begins: "moved" }],
  ["a standby was promoted that commits did not wait for", { cluster: promoted }, FAILOVER],
  ["a synchronous standby was promoted", { recorded: synchronous, cluster: promoted }, "confirmed"],
  [
    "as before, and this process has read nothing",
    { recorded: synchronous, cluster: promoted, seen: null },
    "confirmed",
  ],
  [
    "a synchronous standby was promoted, but an event is gone",
    { recorded: synchronous, cluster: promoted, seen: { eventId: "a", found: null } },
    FAILOVER,
  ],
  [
    "a synchronous standby was promoted, but another event has the position",
    { recorded: synchronous, cluster: promoted, seen: { eventId: "a", found: "b" } },
    FAILOVER,
  ],
  [
    "the database was quiet for long, as after a restore",
    { recorded: synchronous, cluster: promoted, quietSeconds: FAILOVER_SECONDS_MAX + 1 },
    FAILOVER,
  ],
  ["no process was ever there", { recorded: synchronous, cluster: promoted, quietSeconds: null }, FAILOVER],
  [
    "the timeline is lower, as in an older copy of the data",
    { recorded: { ...facts.cluster, timeline: 3, isSynchronous: false } },
    FAILOVER,
  ],
  ["an event is gone although the timeline is the same", { seen: { eventId: "a", found: null } }, FAILOVER],
])("decides about the era when %s", (_, change, decision) => {
  expect(decideEra({ ...facts, ...change })).toEqual(decision)
})
