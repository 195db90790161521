import { createHmac } from "node:crypto"
import { Clock, Context, Effect, Layer, Redacted } from "effect"
import { Fetcher } from "#core/fetch"
import { AppConfig, dieOnConflict, formatIso, reader, writer } from "#core/kernel"
import { Channel } from "../channel/Channel.ts"
import { own } from "../channel/changeChannel.ts"
import { ChannelMoved, MoveEnded } from "../channel/events.ts"
import { CHANNEL_MOVE_PATH } from "../formRules.ts"
import { NoChannel } from "../refusals.ts"
import { NoMoveProof, NotReachedThere, OwnAddress } from "./refusals.ts"

const CODE_LENGTH = 20

/** The feed that a channel moves to, as the library knows it. */
export type MoveTarget = { readonly feedId: string; readonly url: string }

/**
 * Moves of channels to feeds elsewhere. Only the publisher of the new feed can put the code of a channel there, and only its
 * creator knows the code, so both agree.
 */
export class ChannelMoves extends Context.Service<
  ChannelMoves,
  {
    /** What the creator puts at the new place. Follows from the two, and is stored nowhere. */
    codeOf(personId: string, channelId: number): string
    /** Looks for the code in the new feed and at CHANNEL_MOVE_PATH of its host, and records the move. Returns the position. */
    move(
      personId: string,
      channelId: number,
      target: MoveTarget,
    ): Effect.Effect<number, NoChannel | OwnAddress | NoMoveProof | NotReachedThere>
    /** Ends the redirect; who has followed the new feed stays there. */
    end(personId: string, channelId: number): Effect.Effect<number, NoChannel>
  }
>()("core/channels/ChannelMoves") {
  static readonly layer = Layer.effect(
    ChannelMoves,
    Effect.gen(function* () {
      const [{ masterKey, publicOrigin }, fetcher] = [yield* AppConfig, yield* Fetcher]
      const [write, read] = [yield* writer(Channel), yield* reader(Channel)]

      const codeOf = (personId: string, channelId: number) => {
        const mac = createHmac("sha256", Redacted.value(masterKey)).update(
          `move of a channel\n${personId}\n${channelId}`,
        )
        return `quire-move-${mac.digest("hex").slice(0, CODE_LENGTH)}`
      }
      // The fetcher checks the address of the host when it connects, so no name leads into our network.
      const load = (url: string) =>
        fetcher.fetchDocument({ url }).pipe(
          Effect.map((document) => (document.status === 304 ? null : new TextDecoder().decode(document.bytes))),
          Effect.catch(() => Effect.succeed(null)),
        )

      return ChannelMoves.of({
        codeOf,

        move: Effect.fn("ChannelMoves.move")(function* (personId, channelId, { feedId, url }) {
          // Before anything is fetched.
          if ((yield* read(String(channelId))).personId !== personId) return yield* new NoChannel({})
          const origin = new URL(url).origin
          if (origin === publicOrigin) return yield* new OwnAddress()
          const texts = yield* Effect.all([load(url), load(origin + CHANNEL_MOVE_PATH)], { concurrency: 2 })
          const code = codeOf(personId, channelId)
          if (!texts.some((text) => text?.includes(code) === true))
            return yield* texts.every((text) => text === null) ? new NotReachedThere() : new NoMoveProof()
          const movedAt = formatIso(yield* Clock.currentTimeMillis)
          const decide = own(personId, ({ movedTo }) =>
            movedTo === url ? [] : [ChannelMoved.make({ personId, channelId, to: url, feedId, movedAt })],
          )
          return (yield* write(String(channelId), decide).pipe(dieOnConflict)).receipt.position
        }),

        end: Effect.fn("ChannelMoves.end")(function* (personId, channelId) {
          const endedAt = formatIso(yield* Clock.currentTimeMillis)
          const decide = own(personId, ({ movedTo }) =>
            movedTo === null ? [] : [MoveEnded.make({ personId, channelId, endedAt })],
          )
          return (yield* write(String(channelId), decide).pipe(dieOnConflict)).receipt.position
        }),
      })
    }),
  )
}
