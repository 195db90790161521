import { Context, Effect, Layer } from "effect"
import { Sql } from "../database/Sql.ts"

/** Appends of one process within this time share one NOTIFY. */
export const HINT_COALESCE_MS = 2
const CHANNEL = "es_appended"

/**
 * Post-commit hints that something was appended. Hints may be lost, so listeners also poll; the store's watermark is
 * authoritative.
 */
export class Hints extends Context.Service<
  Hints,
  {
    /** Announces, soon and off the append's path, that the log has reached this position. */
    announce(position: number): void
    /** Calls back at every hint, from any process, for the lifetime of this service. */
    listen(onHint: () => void): Effect.Effect<void>
  }
>()("core/kernel/Hints") {
  /** Hints over NOTIFY, coalesced, one at a time and in separate statements, so that no append waits for one. */
  static readonly layer = Layer.effect(
    Hints,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const listeners = new Set<() => void>()
      let open = true
      let announced = 0
      let sent = 0
      let timer: NodeJS.Timeout | undefined
      let sending: Promise<unknown> | undefined
      let subscribed: Promise<unknown> | undefined

      const schedule = () => {
        if (!open || timer !== undefined || sending !== undefined || announced <= sent) return
        timer = setTimeout(send, HINT_COALESCE_MS)
      }
      const send = () => {
        timer = undefined
        sent = announced
        // A crash may lose a hint, so the commit does not wait for the disk.
        sending = sql`select set_config('synchronous_commit', 'off', true), pg_notify(${CHANNEL}, ${String(sent)})`
          .catch(() => undefined)
          .finally(() => {
            sending = undefined
            schedule()
          })
      }
      const subscribe = () => {
        subscribed ??= sql.listen(CHANNEL, () => {
          for (const listener of listeners) listener()
        })
        return subscribed
      }

      yield* Effect.addFinalizer(() =>
        Effect.promise(async () => {
          open = false
          clearTimeout(timer)
          await sending
        }),
      )
      return Hints.of({
        announce: (position) => {
          announced = Math.max(announced, position)
          schedule()
        },
        listen: (onHint) =>
          Effect.promise(async () => {
            listeners.add(onHint)
            await subscribe()
          }),
      })
    }),
  )

  /** No hints: for the in-memory store and for tools that only read. */
  static readonly layerSilent = Layer.succeed(Hints, Hints.of({ announce: () => undefined, listen: () => Effect.void }))
}
