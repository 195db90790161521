import { AsyncLocalStorage } from "node:async_hooks"
import { Context } from "effect"
import { AppendObserver, Sql } from "#core/kernel"

/** Where the queries of a request are sent, and whether it wrote. Exists only if there are replicas. */
export type RequestReads = {
  /** The pool of a replica; null for the primary. */
  readonly replica: Sql["Service"] | null
  readonly endsAtMs: number
  hasWritten: boolean
}

/** Longer than a page takes. Timers that a request starts inherit its choice, and have to forget it. */
const REQUEST_MS_MAX = 30_000

export const makeReads = (replica: RequestReads["replica"]): RequestReads => ({
  replica,
  endsAtMs: performance.now() + REQUEST_MS_MAX,
  hasWritten: false,
})

// On globalThis, because development reloads this module.
const held = globalThis as { quireReads?: AsyncLocalStorage<RequestReads> }
held.quireReads ??= new AsyncLocalStorage()
const { quireReads: storage } = held

/** Runs what a request does; `null` without replicas. */
export const withReads = <A>(reads: RequestReads | null, work: () => A): A =>
  reads === null ? work() : storage.run(reads, work)

export const currentReads = (): RequestReads | undefined => {
  const reads = storage.getStore()
  return reads === undefined || reads.endsAtMs < performance.now() ? undefined : reads
}

/** The services that send queries to the chosen server. After a write of the same request, that is the primary. */
export const readContext = (reads: RequestReads): Context.Context<never> => {
  const observed = Context.make(AppendObserver, () => {
    reads.hasWritten = true
  })
  if (reads.replica === null || reads.hasWritten) return observed as Context.Context<never>
  return Context.add(observed, Sql, reads.replica) as unknown as Context.Context<never>
}
