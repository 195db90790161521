import { Clock, Context, Effect, Layer, Result } from "effect"
import { dieOnConflict, jointWriter, reader, writer } from "#core/kernel"
import { Application } from "../applications/Application.ts"
import type { OpenedChannel } from "../applications/Applications.ts"
import { readDescription } from "../readChannelForm.ts"
import type { NoChannel, NumberTaken, TooManySubChannels, UnfitForm } from "../refusals.ts"
import { Channel, type ChannelPictures, type ChannelStatus, type Description } from "./Channel.ts"
import { describeChannel, forgetChannel, pictureChannel, setChannelStatus, setCommentLevel } from "./changeChannel.ts"
import type { ChannelEvent } from "./events.ts"
import { addSubChannel, type OpenedEvents, openChannel } from "./openChannel.ts"
import { openingParts, retryingNumber } from "./openingParts.ts"
import { releaseChannel, withholdChannel } from "./withholdChannel.ts"

/** Commands of creators on their own channels, and of operators on reported ones. Most return the log position to wait for. */
export class Channels extends Context.Service<
  Channels,
  {
    describe(
      personId: string,
      channelId: number,
      change: Partial<Description>,
    ): Effect.Effect<number, UnfitForm | NoChannel>
    picture(personId: string, channelId: number, change: Partial<ChannelPictures>): Effect.Effect<number, NoChannel>
    setStatus(
      personId: string,
      channelId: number,
      change: Partial<ChannelStatus>,
    ): Effect.Effect<number, UnfitForm | NoChannel>
    setCommentLevel(personId: string, channelId: number, commentLevelId: number): Effect.Effect<number, NoChannel>
    /** Opens a sub-channel below the creator's first channel, active and shown. */
    openSubChannel(
      personId: string,
      parentId: number,
      subject: string,
    ): Effect.Effect<OpenedChannel, UnfitForm | NoChannel | TooManySubChannels>
    /** Takes a channel with everything in it from its readers, for operators. Idempotent. */
    withhold(channelId: number): Effect.Effect<number>
    /** Gives it back. Idempotent. */
    release(channelId: number): Effect.Effect<number>
    /** Forgets all channels of an erased person. */
    forget(personId: string): Effect.Effect<void>
  }
>()("core/channels/Channels") {
  static readonly layer = Layer.effect(
    Channels,
    Effect.gen(function* () {
      const write = yield* writer(Channel)
      const [read, readApplication] = [yield* reader(Channel), yield* reader(Application)]
      const writeJointly = yield* jointWriter
      const prepare = yield* openingParts

      const change = Effect.fnUntraced(function* <Refusal>(
        channelId: number,
        decide: (nowMs: number) => Parameters<typeof write<Refusal>>[1],
      ) {
        const nowMs = yield* Clock.currentTimeMillis
        return (yield* write(String(channelId), decide(nowMs)).pipe(dieOnConflict)).receipt.position
      })

      const tryOpenSub = Effect.fnUntraced(function* (personId: string, parentId: number, subject: string) {
        const nowMs = yield* Clock.currentTimeMillis
        const { channelId, channelCode, parts } = yield* prepare
        const opening = { personId, nowMs, channelId, channelCode, parentId, subject }
        const { receipt } = yield* writeJointly(
          { parent: { aggregate: Channel, id: String(parentId) }, ...parts },
          ({
            parent,
            numbers,
            code,
          }): Result.Result<
            OpenedEvents & { readonly parent: ReadonlyArray<ChannelEvent> },
            NoChannel | TooManySubChannels | NumberTaken
          > =>
            Result.flatMap(addSubChannel({ personId, channelId, nowMs })(parent), (added) =>
              Result.map(openChannel({ ...opening, languages: parent.languages })({ numbers, code }), (opened) => ({
                parent: added,
                ...opened,
              })),
            ),
          () => ({ channelId, channelCode }),
        )
        // A repeated command answers with the channel that the first one opened.
        const opened = receipt.answer as Pick<OpenedChannel, "channelId" | "channelCode">
        return { ...opened, position: receipt.position }
      })

      return Channels.of({
        describe: Effect.fn("Channels.describe")(function* (personId, channelId, description) {
          const fit = yield* Effect.fromResult(readDescription(description))
          return yield* change(channelId, (nowMs) => describeChannel({ personId, nowMs, ...fit }))
        }),
        picture: (personId, channelId, pictures) =>
          change(channelId, (nowMs) => pictureChannel({ personId, nowMs, ...pictures })),
        setStatus: (personId, channelId, status) =>
          change(channelId, (nowMs) => setChannelStatus({ personId, nowMs, ...status })),
        setCommentLevel: (personId, channelId, commentLevelId) =>
          change(channelId, (nowMs) => setCommentLevel({ personId, nowMs, commentLevelId })),
        openSubChannel: Effect.fn("Channels.openSubChannel")(function* (personId, parentId, subject) {
          const { subject: fit = "" } = yield* Effect.fromResult(readDescription({ subject }))
          return yield* retryingNumber(tryOpenSub(personId, parentId, fit))
        }),
        withhold: (channelId) => change(channelId, withholdChannel),
        release: (channelId) => change(channelId, releaseChannel),
        forget: Effect.fn("Channels.forget")(function* (personId) {
          const { channelId } = yield* readApplication(personId)
          if (channelId === null) return
          const { subChannelIds } = yield* read(String(channelId))
          // The first channel last: it names the others if this stops half-way.
          for (const id of [...subChannelIds, channelId])
            yield* change(id, (nowMs) => forgetChannel({ personId, nowMs }))
        }),
      })
    }),
  )
}
