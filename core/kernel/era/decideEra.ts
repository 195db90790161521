/** Which cluster a database belongs to. A promotion and a recovery to a point in time begin a new timeline. */
export type ClusterIdentity = { readonly systemIdentifier: string; readonly timeline: number }

export type EraCause = "first" | "failover" | "moved" | "restored"

export type EraFacts = {
  /** What the current era recorded; null if there is none. */
  readonly recorded: (ClusterIdentity & { readonly isSynchronous: boolean }) | null
  readonly cluster: ClusterIdentity
  /** The last event that this process has read or written, and the event that is at its position now. */
  readonly seen: { readonly eventId: string; readonly found: string | null } | null
  /** For another timeline: seconds since a process last wrote its heartbeat; null if none ever did. */
  readonly quietSeconds: number | null
}

/** `current`: nothing changed. `confirmed`: the era goes on in another timeline. */
export type EraDecision = "current" | "confirmed" | { readonly begins: EraCause }

/** A failover takes less. A database that was quiet for longer may have been restored to an earlier time. */
export const FAILOVER_SECONDS_MAX = 60

/**
 * Decides whether the log may lack events that somebody has read. Without proof of the opposite it may: a needless era
 * only costs a restart of the processes.
 */
export const decideEra = ({ recorded, cluster, seen, quietSeconds }: EraFacts): EraDecision => {
  if (recorded === null) return { begins: "first" }
  if (recorded.systemIdentifier !== cluster.systemIdentifier) return { begins: "moved" }
  if (seen !== null && seen.found !== seen.eventId) return { begins: "failover" }
  if (recorded.timeline === cluster.timeline) return "current"
  const wasShort = quietSeconds !== null && quietSeconds <= FAILOVER_SECONDS_MAX
  return recorded.isSynchronous && wasShort ? "confirmed" : { begins: "failover" }
}
