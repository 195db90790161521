import { Clock, Context, Effect, Layer } from "effect"
import { dieOnConflict, reader, writer } from "#core/kernel"
import type { Frequency } from "../listRules.ts"
import type { TooManyLists } from "../refusals.ts"
import { forgetLists, joinList, type LeaveScope, leaveLists, setAllFrequencies, shareAddress } from "./changeLists.ts"
import type { LeftBy } from "./events.ts"
import { MailList } from "./MailList.ts"

/** The mailing lists that people are on. Most commands return the log position to wait for. */
export class MailLists extends Context.Service<
  MailLists,
  {
    join(personId: string, channelId: number, frequency: Frequency): Effect.Effect<number, TooManyLists>
    /** Lets the creator of a channel have the address of somebody on its list, or withdraws that. */
    share(personId: string, channelId: number, isShared: boolean): Effect.Effect<number>
    setAll(personId: string, frequency: Frequency): Effect.Effect<number>
    leave(personId: string, scope: LeaveScope, how: LeftBy): Effect.Effect<number>
    forget(personId: string): Effect.Effect<void>
    /** The frequencies of a person's lists, by channel. */
    of(personId: string): Effect.Effect<ReadonlyMap<number, Frequency>>
  }
>()("core/newsletters/MailLists") {
  static readonly layer = Layer.effect(
    MailLists,
    Effect.gen(function* () {
      const write = yield* writer(MailList)
      const read = yield* reader(MailList)
      const change = Effect.fnUntraced(function* <Refusal>(
        personId: string,
        decide: (nowMs: number) => Parameters<typeof write<Refusal>>[1],
      ) {
        const nowMs = yield* Clock.currentTimeMillis
        return (yield* write(personId, decide(nowMs)).pipe(dieOnConflict)).receipt.position
      })
      return MailLists.of({
        join: (personId, channelId, frequency) =>
          change(personId, (nowMs) => joinList({ personId, nowMs, channelId, frequency })),
        share: (personId, channelId, isShared) =>
          change(personId, (nowMs) => shareAddress({ personId, nowMs, channelId, isShared })),
        setAll: (personId, frequency) => change(personId, (nowMs) => setAllFrequencies({ personId, nowMs, frequency })),
        leave: (personId, scope, how) => change(personId, (nowMs) => leaveLists({ personId, nowMs, scope, how })),
        forget: (personId) => Effect.asVoid(change(personId, (nowMs) => forgetLists({ personId, nowMs }))),
        of: (personId) => Effect.map(read(personId), ({ joined }) => joined),
      })
    }),
  )
}
