import { Clock, Effect, Layer } from "effect"
import { MemoryEventStore, Sealing } from "#core/kernel"
import { Chats } from "../Chats.ts"
import { Creators } from "../Creators.ts"
import type { RoomAddress } from "../ids.ts"

/** A person with this number. */
export const personOf = (number: number): string => `01890000-0000-7000-8000-${String(number).padStart(12, "0")}`

/** A creator, and people who are not creators. */
export const CREATOR = personOf(1)
export const ANA = personOf(2)
export const BEN = personOf(3)
export const CLEO = personOf(4)

export const TEAM = { scope: "Team", ownerId: CREATOR } as const
export const SUBSCRIBERS = { scope: "Subscriber", ownerId: CREATOR } as const
export const PREMIUM = { scope: "Premium", ownerId: CREATOR } as const
export const conversationBetween = (one: string, other: string) =>
  ({ scope: "Person", personIds: [one, other] }) as const

const CreatorsOfTests = Layer.succeed(
  Creators,
  Creators.of({ isCreator: (personId) => Effect.succeed(personId === CREATOR) }),
)

/** The chat commands on any store. */
export const ChatsLayer = Chats.layer.pipe(Layer.provide(CreatorsOfTests))

const ChatInMemory = ChatsLayer.pipe(Layer.provideMerge(Layer.mergeAll(MemoryEventStore, Sealing.layerMemory)))

type Provided = Layer.Success<typeof ChatInMemory>
type Story<A, E> = (
  chats: (typeof Chats)["Service"],
  later: (ms: number) => Effect.Effect<void>,
) => Effect.Effect<A, E, Provided>

/** Runs a chat scenario from the beginning, with an adjustable clock. */
export const story = <A, E>(notify: Story<A, E>): Promise<A> =>
  Effect.gen(function* () {
    let aheadMs = 0
    const real = yield* Clock.Clock
    const now = () => real.currentTimeMillisUnsafe() + aheadMs
    const clock: Clock.Clock = Object.assign(Object.create(real), {
      currentTimeMillisUnsafe: now,
      currentTimeMillis: Effect.sync(now),
    })
    const later = (ms: number) =>
      Effect.sync(() => {
        aheadMs += ms
      })
    return yield* Effect.flatMap(Chats, (chats) => notify(chats, later)).pipe(
      Effect.provide(ChatInMemory),
      Effect.provideService(Clock.Clock, clock),
    )
  }).pipe(Effect.runPromise)

/** A message with irrelevant content. */
export const draft = (by: string, room: RoomAddress, text: string, clientId = text.replace(/[^A-Za-z0-9-]/g, "-")) => ({
  by,
  room,
  clientId,
  text,
  replyTo: null,
  pictures: [],
})

/** The result of a command: `done`, or the name of its refusal. */
export const tagOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.match(effect, { onFailure: ({ _tag }) => _tag, onSuccess: () => "done" })
