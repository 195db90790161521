import { Effect } from "effect"
import { decideStanding, type Standing } from "./decideStanding.ts"
import { type RoomAddress, roomIdOf } from "./ids.ts"
import { STANDING_MS_MAX, type standings } from "./standings.ts"

export type RoomStanding = Standing & { readonly roomId: string; readonly head: number; readonly read: number }

/** How a person stands to a room as it is now. */
export const standingOf =
  ({ ask, roomOf }: Effect.Success<typeof standings>) =>
  (address: RoomAddress, personId: string | null, ageMsMax: number = STANDING_MS_MAX): Effect.Effect<RoomStanding> =>
    Effect.gen(function* () {
      const roomId = roomIdOf(address)
      const [asked, room] = yield* Effect.all([ask(address, personId, ageMsMax), roomOf(roomId, ageMsMax)], {
        concurrency: 2,
      })
      const standing = asked === null ? decideStanding(null) : asked.standingIn(room)
      return { ...standing, roomId, head: room.head, read: asked?.own.read ?? 0 }
    })
