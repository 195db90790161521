import { Context } from "effect"
import { uuidv7 } from "#core/kernel"
import type { Level } from "./grant/Grant.ts"

/** How long a reader of a probe exists: one request. */
const PROBE_READER_MS_MAX = 60_000
/** Readers of probes at the same time. The search for leaks asks one thing after another. */
const PROBE_READERS_MAX = 200

/**
 * Readers of the search for leaks (`LeakProbes`). Each exists for one request, in the memory of the process that answers it. It
 * has no account, so no figure counts it. Its level holds with every creator.
 */
export type ProbeReaders = {
  /** A new reader with this level. Returns their identity. */
  readonly admit: (level: Level, nowMs: number) => string
  /** The level of such a reader; null for everybody else. */
  readonly levelOf: (personId: string, nowMs: number) => Level | null
}

export const makeProbeReaders = (): ProbeReaders => {
  const readers = new Map<string, { readonly level: Level; readonly untilMs: number }>()
  return {
    admit: (level, nowMs) => {
      const personId = uuidv7(nowMs)
      readers.set(personId, { level, untilMs: nowMs + PROBE_READER_MS_MAX })
      const [oldest] = readers.keys()
      if (readers.size > PROBE_READERS_MAX && oldest !== undefined) readers.delete(oldest)
      return personId
    },
    levelOf: (personId, nowMs) => {
      const reader = readers.get(personId)
      return reader === undefined || reader.untilMs < nowMs ? null : reader.level
    },
  }
}

/** Those of this process. */
export const ProbeReaders = Context.Reference<ProbeReaders>("core/chat/ProbeReaders", {
  defaultValue: makeProbeReaders,
})
