import type { RoomAddress } from "#core/chat"
import { type Deliver, type Footing, LiveRoom } from "./LiveRoom.ts"
import type { Place, RoomMessage } from "./RoomMessage.ts"

/** A room that nothing was heard of for so long is forgotten. */
const IDLE_MS_MAX = 600_000
/** Beyond so many, one that is quiet for so long. */
const ROOMS_MAX = 20_000
const CROWDED_MS_MAX = 10_000
/** A message that is missing for so long is looked for. */
const PATIENCE_MS = 2_000
const RETRY_MS = 250

export type LiveRoomsOptions = {
  readonly now: () => number
  /** Up to where the log was followed. */
  readonly position: () => number
  /** Where a room stands at a position of the log. */
  readonly footing: (roomId: string, address: RoomAddress, upTo: number) => Promise<Footing>
  readonly deliver: Deliver
  /** The last messages of a room, oldest first, from where all of them are kept. */
  readonly newest: (roomId: string) => Promise<ReadonlyArray<RoomMessage>>
  /** Tells who listens to a room that they missed something that cannot be found. */
  readonly reload: (place: Place) => void
}

/** The rooms that somebody at this node listens to, or wrote in lately. */
export class LiveRooms {
  readonly #options: LiveRoomsOptions
  readonly #rooms = new Map<string, LiveRoom>()
  readonly #filling = new Map<string, Promise<void>>()

  constructor(options: LiveRoomsOptions) {
    this.#options = options
  }

  get all(): Iterable<LiveRoom> {
    return this.#rooms.values()
  }

  get count(): number {
    return this.#rooms.size
  }

  find(roomId: string): LiveRoom | undefined {
    return this.#rooms.get(roomId)
  }

  /** Begins to follow a room. What is offered until it is open waits. */
  open(roomId: string, address: RoomAddress): LiveRoom {
    const known = this.#rooms.get(roomId)
    if (known !== undefined) return known
    const room = new LiveRoom(roomId, this.#options.now, this.#options.deliver)
    this.#rooms.set(roomId, room)
    // All that comes after this position is offered, so that is where its readers begin.
    room.opened = this.#found(room, address, this.#options.position())
    return room
  }

  /** Messages of a room after a number up to its head; undefined where they are too many. Fetched once for all who ask. */
  async after(room: LiveRoom, seq: number): Promise<ReadonlyArray<RoomMessage> | undefined> {
    const atHand = room.after(seq)
    if (atHand !== undefined || room.head - seq > RESUME_MESSAGES_MAX) return atHand
    const filling =
      this.#filling.get(room.roomId) ??
      this.#options
        .newest(room.roomId)
        .then((older) => room.fill(older))
        .finally(() => this.#filling.delete(room.roomId))
    this.#filling.set(room.roomId, filling)
    await filling
    return room.after(seq)
  }

  /** Looks for what has been missing for too long, and forgets rooms that nobody here listens to. */
  async tend(isHeard: (room: LiveRoom) => boolean): Promise<void> {
    const nowMs = this.#options.now()
    const isCrowded = this.#rooms.size > ROOMS_MAX
    for (const room of this.#rooms.values()) {
      if (room.isOverrun || (room.waitsSinceMs > 0 && nowMs - room.waitsSinceMs > PATIENCE_MS)) await this.#repair(room)
      else if (nowMs - room.usedMs > (isCrowded ? CROWDED_MS_MAX : IDLE_MS_MAX) && (isCrowded || !isHeard(room)))
        // Whoever listens misses nothing: with the next message the room is followed again, from where the log was read.
        this.#rooms.delete(room.roomId)
    }
  }

  /** Fetches what a room lacks. Where that cannot be had the room begins anew, and its readers are told. */
  async #repair(room: LiveRoom): Promise<void> {
    const { place, head } = room
    if (place === undefined) return
    for (const message of await this.#options.newest(room.roomId)) room.offer(message, 0)
    if (room.waitsSinceMs === 0 || room.head > head) return
    this.#rooms.delete(room.roomId)
    this.#options.reload(place)
  }

  async #found(room: LiveRoom, address: RoomAddress, upTo: number): Promise<void> {
    while (this.#rooms.get(room.roomId) === room) {
      const footing = await this.#options.footing(room.roomId, address, upTo).catch(() => undefined)
      if (footing !== undefined) return room.open(footing)
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref())
    }
  }
}

/** Who missed more than this loads the room anew. */
export const RESUME_MESSAGES_MAX = 100
