import type { IncomingMessage } from "node:http"
import { sourceOf } from "#core/kernel"

/** Bytes of request bodies in transit, per source and in all: slow senders may hold them for a minute. */
const BODIES_BYTES_PER_SOURCE_MAX = 40_000_000
const BODIES_BYTES_MAX = 400_000_000
/** A body without a declared length counts as the longest that a call accepts. */
const UNDECLARED_BYTES = 2_000_000
/** Shorter bodies count only towards their source, so that uploads never block forms and calls. */
const SMALL_BYTES_MAX = 64_000

/** Limits the request bodies in transit, by their declared length. */
export class BodyBudget {
  readonly #bySource = new Map<string, number>()
  #bytes = 0

  /** Reserves budget for a request's body; returns the release function, or null if the budget is used up. */
  reserve({ headers }: Pick<IncomingMessage, "headers">, address: string): (() => void) | null {
    const declared = Number(headers["content-length"] ?? 0)
    const bytes = headers["transfer-encoding"] === undefined ? declared : UNDECLARED_BYTES
    if (!(bytes > 0)) return () => undefined
    const source = sourceOf(address)
    const shared = bytes > SMALL_BYTES_MAX ? bytes : 0
    const held = (this.#bySource.get(source) ?? 0) + bytes
    if (held > BODIES_BYTES_PER_SOURCE_MAX || this.#bytes + shared > BODIES_BYTES_MAX) return null
    this.#bySource.set(source, held)
    this.#bytes += shared
    return () => {
      const rest = (this.#bySource.get(source) ?? 0) - bytes
      if (rest > 0) this.#bySource.set(source, rest)
      else this.#bySource.delete(source)
      this.#bytes -= shared
    }
  }
}
