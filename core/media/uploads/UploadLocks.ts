import { setTimeout as pause } from "node:timers/promises"
import { Context, Effect, Layer, Redacted } from "effect"
import { AppConfig, connect } from "#core/kernel"

/** How long a request waits for the one before it, which is asked to end. */
const LOCK_MS_MAX = 10_000
const RETRY_MS = 50
const CHANNEL = "media_upload_wanted"
const LOCK = "media upload"

type Holder = { readonly requestRelease: () => void }

/**
 * One request per upload at a time, in all web processes. The lock of a process is PostgreSQL's, so it ends with the
 * process. Anyone who waits for a lock makes its holder let go: the connection of the holder may be dead without its
 * server knowing, and its client has begun again.
 */
export class UploadLocks extends Context.Service<
  UploadLocks,
  {
    /** Waits for the lock; false if it is not released in time. @param requestRelease called when another one waits */
    acquire(mediaId: string, signal: AbortSignal, requestRelease: () => void): Promise<boolean>
    release(mediaId: string): Promise<void>
  }
>()("core/media/UploadLocks") {
  static readonly layer = Layer.effect(
    UploadLocks,
    Effect.gen(function* () {
      const { databaseUrl } = yield* AppConfig
      // One connection has all locks of the process; it opens with the first upload.
      const sql = yield* Effect.acquireRelease(
        Effect.sync(() => connect(Redacted.value(databaseUrl), { connectionsMax: 1, name: "quire uploads" })),
        (client) => Effect.promise(() => client.end({ timeout: 2 })),
      )
      const held = new Map<string, Holder>()
      let listening: Promise<unknown> | undefined
      const listen = () => {
        listening ??= sql
          .listen(CHANNEL, (mediaId) => held.get(mediaId)?.requestRelease())
          .catch(() => {
            listening = undefined
          })
        return listening
      }
      const tryLock = async (mediaId: string): Promise<boolean> => {
        const [row] = await sql<Array<{ taken: boolean }>>`
          select pg_try_advisory_lock(hashtext(${LOCK}), hashtext(${mediaId})) as taken`
        return row?.taken === true
      }

      return UploadLocks.of({
        acquire: async (mediaId, signal, requestRelease) => {
          await listen()
          const untilMs = performance.now() + LOCK_MS_MAX
          while (!signal.aborted) {
            const holder = held.get(mediaId)
            if (holder === undefined) {
              // Within the process first: PostgreSQL gives a session the same lock again.
              held.set(mediaId, { requestRelease })
              if (await tryLock(mediaId).catch(() => false)) return true
              held.delete(mediaId)
              await sql.notify(CHANNEL, mediaId).catch(() => undefined)
            } else holder.requestRelease()
            if (performance.now() > untilMs) return false
            await pause(RETRY_MS)
          }
          return false
        },
        release: async (mediaId) => {
          await sql`select pg_advisory_unlock(hashtext(${LOCK}), hashtext(${mediaId}))`.catch(() => undefined)
          held.delete(mediaId)
        },
      })
    }),
  )
}
