import { Context, Effect, Layer } from "effect"
import { CurrentMeta, currentTimeIso, writer } from "#core/kernel"
import { forgetNotices } from "./forgetNotices.ts"
import { giveNotice, type Notice } from "./giveNotice.ts"
import { noticeIdOf } from "./noticeIdOf.ts"
import { type By, PersonNotices } from "./PersonNotices.ts"
import { readNotices, type WhichNotices } from "./readNotices.ts"

/** What the site tells people. Each command answers the position from which on read models know of it, 0 for nothing new. */
export class Notices extends Context.Service<
  Notices,
  {
    /** Tells a person something, once for each source (an event's id, or that of a message of operators). */
    give(personId: string, source: string, notice: Notice): Effect.Effect<number>
    read(personId: string, which: WhichNotices): Effect.Effect<number>
    /** Forgets what somebody was told who left. */
    forget(personId: string): Effect.Effect<number>
  }
>()("core/notifications/notices/Notices") {
  static readonly layer = Layer.effect(
    Notices,
    Effect.gen(function* () {
      const write = yield* writer(PersonNotices)
      const carryOut = Effect.fnUntraced(function* (
        personId: string,
        verb: (by: By) => ReturnType<typeof forgetNotices>,
      ) {
        const nowIso = yield* currentTimeIso
        const { receipt } = yield* Effect.orDie(write(personId, verb({ personId, nowIso })))
        return receipt.position
      })

      return Notices.of({
        give: Effect.fn("Notices.give")(function* (personId, source, notice) {
          const noticeId = noticeIdOf(personId, source)
          const meta = { ...(yield* CurrentMeta), commandId: noticeId }
          return yield* carryOut(personId, () => giveNotice({ personId, noticeId, ...notice })).pipe(
            Effect.provideService(CurrentMeta, meta),
          )
        }),
        read: Effect.fn("Notices.read")((personId, which) => carryOut(personId, readNotices(which))),
        forget: Effect.fn("Notices.forget")((personId) => carryOut(personId, forgetNotices)),
      })
    }),
  )
}
