/** What a torture writer is to do; travels to its process as JSON. */
export type WriterOrders = {
  readonly url: string
  readonly seed: number
  readonly connections: number
  /** Events of the largest append. */
  readonly eventsPerAppendMax: number
  /** Streams that all writers share. */
  readonly hotStreams: number
  /** How long a slow transaction stays open after its append, at most. */
  readonly slow_ms_max: number
}

/** The name under which the backends of writers are known, so that they can be found and ended. */
export const WRITER_NAME = "torture-writer"
