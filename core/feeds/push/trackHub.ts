import { Effect } from "effect"
import { classifyAddress } from "#core/fetch"
import type { ReadFeed } from "../readFeed.ts"
import type { HubLeases } from "./HubLeases.ts"

type Tools = {
  readonly leases: (typeof HubLeases)["Service"]
  /** Public origin, which hubs call. */
  readonly origin: string
  /** `host:port` of the operator's own servers, which can reach private addresses. */
  readonly ownHosts: ReadonlyArray<string>
}

/** The fields of a feed that matter for hubs. */
type HubTarget = { readonly feedId: string; readonly wanted: boolean; readonly pushed: boolean }

/** Subscribes to the hub that a document names if it can reach us, and unsubscribes if it names none. */
export const trackHub = ({ leases, origin, ownHosts }: Tools) => {
  const isPublic = isPublicHost(URL.parse(origin)?.hostname ?? "")
  const reachesUs = (hub: string): boolean => isPublic || ownHosts.includes(URL.parse(hub)?.host ?? "")
  return ({ feedId, wanted, pushed }: HubTarget, { facts, selfUrl }: ReadFeed, url: string, nowMs: number) => {
    const hubs = facts.hubs.filter(reachesUs)
    const hub = hubs.find((each) => each.startsWith("https:")) ?? hubs[0]
    if (hub !== undefined) return wanted ? leases.offer(feedId, hub, selfUrl ?? url, nowMs) : Effect.void
    return pushed ? leases.withdraw(feedId, nowMs) : Effect.void
  }
}

/** Whether any hub can call a host: a public address, or a name with a public suffix. */
const isPublicHost = (hostname: string): boolean => {
  const host = hostname.replace(/^\[|\]$/g, "")
  const kind = classifyAddress(host)
  if (kind !== "not-an-address") return kind === "public"
  return host.includes(".") && !/\.(?:localhost|local|internal|home|lan|test|invalid|example)$/.test(host)
}
