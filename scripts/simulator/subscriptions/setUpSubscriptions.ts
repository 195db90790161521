import { Effect, ManagedRuntime } from "effect"
import { ChannelEvents } from "#core/channels"
import { CurrentMeta, currentCommand, EventStore } from "#core/kernel"
import { PremiumOffers } from "#core/subscriptions"
import type { Stage } from "../Stage.ts"
import { layerOf } from "../WalletProcess.ts"

/** People who have a channel, and premium seats of each: fewer than people who want one. */
const CREATORS = 4
const SEATS = 2
const USD = 4
/** 5.00 a month. */
const PMSF = 500n

/** The people of a world who can be supported. */
export const creatorsOf = ({ people }: Pick<Stage, "people">): ReadonlyArray<string> => people.slice(0, CREATORS)

/** The number of a creator's channel. */
export const channelOf = (stage: Pick<Stage, "people">, creatorId: string): number =>
  creatorsOf(stage).indexOf(creatorId) + 1

/** Opens the channels of the creators, each with a few premium seats. */
export const setUpSubscriptions = async (url: string, stage: Stage): Promise<void> => {
  const runtime = ManagedRuntime.make(layerOf(url, "simulator"))
  const meta = { actor: "simulator", commandId: null, correlationId: null, causationId: null }
  const work = Effect.gen(function* () {
    const [store, offers] = [yield* EventStore, yield* PremiumOffers]
    for (const personId of creatorsOf(stage)) {
      const channelId = channelOf(stage, personId)
      const opened = yield* ChannelEvents.encode({
        _tag: "channels.ChannelOpened.v1",
        ...{ personId, channelId, channelCode: `QC${channelId}`, parentId: null, subject: "Simulated" },
        ...{ languages: ["en"], openedAt: new Date(stage.atMs).toISOString() },
      })
      const { hasClientId: _, ...command } = yield* currentCommand
      yield* store.append({ ...command, streams: [{ stream: `channel-${channelId}`, expected: 0, events: [opened] }] })
      yield* offers.offer(personId, channelId, { pmsf: PMSF, currencyId: USD, cap: SEATS })
    }
  })
  await runtime.runPromise(Effect.provideService(work, CurrentMeta, meta)).finally(() => runtime.dispose())
}
