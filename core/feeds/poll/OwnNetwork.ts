import type { FetchRefusal } from "#core/fetch"
import type { NotAFeed } from "#core/syndication"

/** So many hosts in a row that cannot even be reached: then it is our own network that fails. */
export const UNREACHED_HOSTS_MIN = 8
/** When feeds are tried again that our own network kept us from. */
export const OWN_NETWORK_SECONDS = 300

/** Tells a publisher's trouble from our own, by whether anybody at all can be reached. */
export class OwnNetwork {
  private readonly unreached = new Set<string>()

  /** A server answered, whatever it said. */
  reached(): void {
    this.unreached.clear()
  }

  /** Whether this refusal is rather our own network's fault than the publisher's. */
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
