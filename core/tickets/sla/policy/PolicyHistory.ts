import type { Aggregate } from "#core/kernel"
import { type ServiceLevelsEvent, ServiceLevelsEvents } from "../events.ts"
import { DEFAULT_POLICY, type SlaPolicy } from "../serviceLevels.ts"

/** All versions of the service levels, oldest first. Version n is at place n - 1; before the first, the defaults hold. */
export type PolicyHistoryState = ReadonlyArray<SlaPolicy>

/** The only id of the stream: its versions are counted together. */
export const POLICIES_ID = "all"

export const PolicyHistory: Aggregate<PolicyHistoryState, ServiceLevelsEvent> = {
  category: "slapolicy",
  events: ServiceLevelsEvents,
  initial: [],
  evolve: (history, { version, timeZone, hours, holidays, targets }) => [
    ...history,
    { version, calendar: { timeZone, hours, holidays }, targets },
  ],
}

/** What holds for tickets that are opened now. */
export const currentPolicy = (history: PolicyHistoryState): SlaPolicy => history.at(-1) ?? DEFAULT_POLICY

/** The version under which a ticket was opened; null if there is no such version. */
export const policyOfVersion = (history: PolicyHistoryState, version: number): SlaPolicy | null =>
  version === DEFAULT_POLICY.version ? DEFAULT_POLICY : (history[version - 1] ?? null)
