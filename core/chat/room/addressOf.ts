import type { RoomEvent } from "../events.ts"
import type { RoomAddress } from "../ids.ts"

/** The address that the first event of a room names. Only a room of a creator can start with RoomShut. */
export const addressOf = (first: RoomEvent): RoomAddress | undefined => {
  if (first._tag !== "chat.RoomOpened.v1" && first._tag !== "chat.RoomShut.v1") return undefined
  const { scope, ownerId } = first
  if (ownerId !== null) return { scope, ownerId }
  const [one, other] = first._tag === "chat.RoomOpened.v1" ? first.personIds : []
  return one !== undefined && other !== undefined ? { scope: "Person", personIds: [one, other] } : undefined
}
