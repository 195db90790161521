import { Context, Effect, Layer } from "effect"
import { Sql } from "./Sql.ts"

/** Appends of one process within this time share one NOTIFY. */
export const HINT_COALESCE_MS = 2
const CHANNEL = "es_appended"

/**
 * Post-commit hints that something was appended. A hint may be lost: whoever listens polls as well, and the durable
 * truth is the watermark of the store.
 */
export class Hints extends Context.Service<
  Hints,
  {
    /** Says, soon and off the append's path, that the log has reached this position. */
    announce(position: number): void
    /** Calls back at every hint, from this process or another, until the scope closes. */
    listen(onHint: () => void): Effect.Effect<void>
  }
>()("core/kernel/Hints") {
  /** Hints over NOTIFY, on a connection of their own and coalesced, so that no append ever waits for one. */
  static readonly layer = Layer.effect(
    Hints,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const listeners = new Set<() => void>()
      let highest = 0
      let timer: NodeJS.Timeout | undefined
      let sending: Promise<unknown> = Promise.resolve()
      yield* Effect.addFinalizer(() =>
        Effect.promise(async () => {
          clearTimeout(timer)
          await sending
        }),
      )
      const send = () => {
        timer = undefined
        sending = sql.notify(CHANNEL, String(highest)).catch(() => undefined)
      }
      let subscribed: Promise<unknown> | undefined
      const subscribe = () => {
        subscribed ??= sql.listen(CHANNEL, () => {
          for (const listener of listeners) listener()
        })
        return subscribed
      }
      return Hints.of({
        announce: (position) => {
          highest = Math.max(highest, position)
          timer ??= setTimeout(send, HINT_COALESCE_MS)
        },
        listen: (onHint) =>
          Effect.promise(async () => {
            listeners.add(onHint)
            await subscribe()
          }),
      })
    }),
  )

  /** No hints at all: for the in-memory store and for tools that only read. */
  static readonly layerSilent = Layer.succeed(Hints, Hints.of({ announce: () => undefined, listen: () => Effect.void }))
}
