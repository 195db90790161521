import { Context, Effect, Layer } from "effect"
import { CurrentMeta, currentTimeIso, writer } from "#core/kernel"
import { forgetNotices } from "./forgetNotices.ts"
import { giveNotice, type Notice, noticeIdOf } from "./giveNotice.ts"
import { type ActingPerson, PersonNotices } from "./PersonNotices.ts"
import { type NoticeFilter, readNotices } from "./readNotices.ts"

/**
 * Notices of the site to people. Commands return the log position that read models must reach, 0 if nothing changed.
 */
export class Notices extends Context.Service<
  Notices,
  {
    /** Gives a notice once per source (the id of an event or of an operator message). */
    give(personId: string, source: string, notice: Notice): Effect.Effect<number>
    read(personId: string, which: NoticeFilter): Effect.Effect<number>
    /** Drops all notices of a deleted account. */
    forget(personId: string): Effect.Effect<number>
  }
>()("core/notifications/notices/Notices") {
  static readonly layer = Layer.effect(
    Notices,
    Effect.gen(function* () {
      const write = yield* writer(PersonNotices)
      const runCommand = Effect.fnUntraced(function* (
        personId: string,
        verb: (by: ActingPerson) => ReturnType<typeof forgetNotices>,
      ) {
        const nowIso = yield* currentTimeIso
        const { receipt } = yield* Effect.orDie(write(personId, verb({ personId, nowIso })))
        return receipt.position
      })

      return Notices.of({
        give: Effect.fn("Notices.give")(function* (personId, source, notice) {
          const noticeId = noticeIdOf(personId, source)
          const meta = { ...(yield* CurrentMeta), commandId: noticeId }
          return yield* runCommand(personId, () => giveNotice({ personId, noticeId, ...notice })).pipe(
            Effect.provideService(CurrentMeta, meta),
          )
        }),
        read: Effect.fn("Notices.read")((personId, which) => runCommand(personId, readNotices(which))),
        forget: Effect.fn("Notices.forget")((personId) => runCommand(personId, forgetNotices)),
      })
    }),
  )
}
