/** The configuration of a torture writer, sent to its process as JSON. */
export type WriterOrders = {
  readonly url: string
  readonly seed: number
  readonly connections: number
  /** Number of events in the largest append. */
  readonly eventsPerAppendMax: number
  /** Streams that all writers share. */
  readonly hotStreams: number
  /** Maximum time in milliseconds that a slow transaction stays open after its append. */
  readonly slow_ms_max: number
}

/** The application name of the writers' backends, used to find and end them. */
export const WRITER_NAME = "torture-writer"
