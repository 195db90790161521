/** Messages between nodes. They may be lost: the log repeats them. */
export interface Broker {
  /** Whether other nodes are reachable. */
  readonly isConnected: boolean
  readonly publish: (subject: string, payload: object) => void
  /** The subject may end with `*`. */
  readonly subscribe: (subject: string, onPayload: (payload: unknown) => void) => void
  readonly close: () => Promise<void>
}

/** A single node; everything else arrives through the log. */
export const NO_BROKER: Broker = {
  isConnected: false,
  publish: () => undefined,
  subscribe: () => undefined,
  close: () => Promise.resolve(),
}
