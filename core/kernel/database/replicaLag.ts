/** A position of the primary's log, and when it was there. */
export type LogSample = { readonly atMs: number; readonly lsn: bigint }

/**
 * How far a standby was behind when it was asked: since when the primary has had something that it lacked.
 * @param samples of the primary, the oldest first
 * @returns milliseconds, at most `msMax`
 */
export const replicaLagMs = (known: LogSample, samples: ReadonlyArray<LogSample>, msMax: number): number => {
  const missing = samples.find(({ lsn }) => lsn > known.lsn)
  return missing === undefined ? 0 : Math.min(Math.max(known.atMs - missing.atMs, 0), msMax)
}
