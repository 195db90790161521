import { Effect } from "effect"
import { randomCode } from "#core/accounts"
import { reader, type StreamConflict } from "#core/kernel"
import { CHANNEL_CODE_LENGTH, CHANNEL_CODE_PREFIX } from "../formRules.ts"
import { NumberTaken } from "../refusals.ts"
import { ALL_CHANNELS, Channel, ChannelCodeUse, ChannelNumbers } from "./Channel.ts"

/** Retries if other channels are opened at the same moment. */
const NUMBER_CONFLICTS_MAX = 10

/** The number and the code for the next channel, and the streams that one append changes to open it. */
export const openingParts = Effect.map(reader(ChannelNumbers), (read) =>
  Effect.map(read(ALL_CHANNELS), ({ last }) => {
    const channelId = last + 1
    const channelCode = CHANNEL_CODE_PREFIX + randomCode(CHANNEL_CODE_LENGTH)
    const parts = {
      numbers: { aggregate: ChannelNumbers, id: ALL_CHANNELS },
      code: { aggregate: ChannelCodeUse, id: channelCode },
      channel: { aggregate: Channel, id: String(channelId) },
    }
    return { channelId, channelCode, parts }
  }),
)

/** Tries again with the next number if someone else took this one. */
export const retryingNumber = <A, Refusal>(
  opening: Effect.Effect<A, Refusal | NumberTaken | StreamConflict>,
): Effect.Effect<A, Exclude<Refusal, NumberTaken | StreamConflict>> =>
  Effect.retry(opening, { while: (refused) => refused instanceof NumberTaken, times: NUMBER_CONFLICTS_MAX }).pipe(
    Effect.catchIf(
      (refused): refused is (NumberTaken | StreamConflict) & (Refusal | NumberTaken | StreamConflict) =>
        refused instanceof NumberTaken || (refused as { _tag?: string })._tag === "StreamConflict",
      Effect.die,
    ),
  ) as Effect.Effect<A, Exclude<Refusal, NumberTaken | StreamConflict>>
