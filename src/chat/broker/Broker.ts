/** What nodes tell each other. It may be lost: the log says it again, or the next one does. */
export interface Broker {
  /** Whether other nodes can hear now. */
  readonly isConnected: boolean
  readonly tell: (subject: string, payload: object) => void
  /** Hears what other nodes tell on a subject, which may end with `*`. */
  readonly hear: (subject: string, onPayload: (payload: unknown) => void) => void
  readonly close: () => Promise<void>
}

/** A node that is alone: everything else reaches it through the log. */
export const ALONE: Broker = {
  isConnected: false,
  tell: () => undefined,
  hear: () => undefined,
  close: () => Promise.resolve(),
}
