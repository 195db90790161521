import type { FetchRefusal } from "#core/fetch"
import type { NotAFeed } from "#core/syndication"

/** If so many hosts in a row are unreachable, our own network has failed. */
export const UNREACHED_HOSTS_MIN = 8
/** When feeds are retried after a failure of our own network. */
export const OWN_NETWORK_SECONDS = 300

/** Distinguishes failures of our own network from those of publishers. */
export class OwnNetwork {
  private readonly unreached = new Set<string>()

  /** A server answered, with any status. */
  reached(): void {
    this.unreached.clear()
  }

  /** Whether our own network is the likely cause of this refusal. */
  isToBlame(refusal: FetchRefusal | NotAFeed): boolean {
    if (!isUnreached(refusal)) {
      this.reached()
      return false
    }
    if (this.unreached.size < UNREACHED_HOSTS_MIN) this.unreached.add(URL.parse(refusal.url)?.host ?? refusal.url)
    return this.unreached.size >= UNREACHED_HOSTS_MIN
  }
}

const isUnreached = (refusal: FetchRefusal | NotAFeed): boolean =>
  (refusal._tag === "Unreachable" && (refusal.reason === "dns" || refusal.reason === "network")) ||
  (refusal._tag === "TimedOut" && refusal.phase === "connect")
