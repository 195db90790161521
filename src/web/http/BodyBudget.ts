import type { IncomingMessage } from "node:http"
import { sourceOf } from "#core/kernel"

/** Bytes of bodies that may be on their way at once, from one source and in all: slow senders hold them for a minute. */
const BODIES_BYTES_PER_SOURCE_MAX = 40_000_000
const BODIES_BYTES_MAX = 400_000_000
/** A body that does not say its length counts as the longest that a call takes. */
const UNDECLARED_BYTES = 2_000_000
/** Forms and most calls are shorter; they count for their source alone, so that uploads never crowd them out. */
const SMALL_BYTES_MAX = 64_000

/** Counts the bodies that are being received, by what their senders say of their length. */
export class BodyBudget {
  readonly #bySource = new Map<string, number>()
  #bytes = 0

  /** Counts a request's body in and answers how to count it out, or answers null where there is no room for it. */
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
