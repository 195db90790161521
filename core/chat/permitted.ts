import { Effect } from "effect"
import { isUuid } from "#core/kernel"
import type { By } from "./commands.ts"
import type { RoomAddress } from "./ids.ts"
import { AwaitsAnswer, NeedPermission, NoMessage } from "./refusals.ts"
import type { RoomState } from "./room/Room.ts"
import { type Asked, STANDING_MS_MAX, type standings } from "./standings.ts"

/** Decides on what may be a second old, and anew where that would refuse. */
export const permitted =
  ({ ask }: Pick<Effect.Success<typeof standings>, "ask">) =>
  <A, E>(
    by: By,
    room: RoomAddress,
    attempt: (asked: Asked, by: string, ageMsMax: number) => Effect.Effect<A, E>,
  ): Effect.Effect<A, E | NeedPermission> => {
    const attemptAt = (ageMsMax: number) =>
      Effect.gen(function* () {
        const asked = by !== null && isUuid(by) ? yield* ask(room, by, ageMsMax) : null
        if (by === null || asked === null) return yield* new NeedPermission()
        return yield* attempt(asked, by, ageMsMax)
      })
    return Effect.catchIf(attemptAt(STANDING_MS_MAX), isRefused, () => attemptAt(0))
  }

const isRefused = (error: unknown): boolean => error instanceof NeedPermission || error instanceof AwaitsAnswer

/** What is said of a message that is not there: nothing to who may not see the room. */
export const refusedFor = ({ standingIn }: Asked, room: RoomState): NeedPermission | NoMessage =>
  standingIn(room).mayRead ? new NoMessage() : new NeedPermission()
