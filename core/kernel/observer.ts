/** Hears of work as it is done. Nobody does unless an operator has switched telemetry on (OTLP_URL). */
export type Observer = {
  readonly request: (request: ObservedRequest) => void
  /** A statement of the event store or of a read model. */
  readonly query: (operation: string, seconds: number, isFailed: boolean) => void
  /** A message to other nodes. */
  readonly publish: (system: string) => void
}

export type ObservedRequest = {
  readonly method: string
  /** A fixed set of words; paths may contain ids and tokens. */
  readonly route: string
  /** The status, null if the client went away. */
  readonly status: number | null
  readonly seconds: number
  readonly correlationId: string
  /** The header `traceparent`, as a proxy in front sent it. */
  readonly traceParent: string | undefined
}

// On globalThis, because pages are bundled separately from the process that serves them.
const held = globalThis as { quireObserver?: Observer | undefined }

export const observer = (): Observer | undefined => held.quireObserver

export const setObserver = (next: Observer | undefined): void => {
  held.quireObserver = next
}

/** Runs a statement, and tells the observer of its duration if there is one. */
export const observeQuery = <A>(operation: string, run: () => PromiseLike<A>): PromiseLike<A> => {
  const current = held.quireObserver
  if (current === undefined) return run()
  const started = performance.now()
  const end = (isFailed: boolean) => current.query(operation, (performance.now() - started) / 1_000, isFailed)
  return run().then(
    (result) => {
      end(false)
      return result
    },
    (error: unknown) => {
      end(true)
      throw error
    },
  )
}
