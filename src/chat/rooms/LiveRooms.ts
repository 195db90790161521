import type { RoomAddress } from "#core/chat"
import { type Deliver, type InitialRoomState, LiveRoom } from "./LiveRoom.ts"
import type { RoomMessage, RoomView } from "./RoomMessage.ts"

/** Rooms without activity for this long are dropped. */
const IDLE_MS_MAX = 600_000
/** Above this number of rooms a shorter idle time applies. */
const ROOMS_MAX = 20_000
const CROWDED_IDLE_MS_MAX = 10_000
/** A missing message is fetched after this time. */
const MISSING_MS_MAX = 2_000
const RETRY_MS = 250

export type LiveRoomsOptions = {
  readonly now: () => number
  /** The log position that this node has applied. */
  readonly position: () => number
  /** The state of a room at a log position. */
  readonly initialState: (roomId: string, address: RoomAddress, upTo: number) => Promise<InitialRoomState>
  readonly deliver: Deliver
  /** The last messages of a room from the log, oldest first. */
  readonly newest: (roomId: string) => Promise<ReadonlyArray<RoomMessage>>
  /** Tells listeners that they missed something. */
  readonly reload: (view: RoomView) => void
}

/** The rooms that someone here listens to or wrote in recently. */
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

  /** Starts to follow a room. Messages wait until it is open. */
  open(roomId: string, address: RoomAddress): LiveRoom {
    const known = this.#rooms.get(roomId)
    if (known !== undefined) return known
    const room = new LiveRoom(roomId, this.#options.now, this.#options.deliver)
    this.#rooms.set(roomId, room)
    // Everything after this position is offered, so reading starts here.
    room.opened = this.#found(room, address, this.#options.position())
    return room
  }

  /** Messages after a number, loaded once for all callers; undefined if there are too many. */
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

  /** Fetches messages that are missing for too long, and drops idle rooms. */
  async tend(isHeard: (room: LiveRoom) => boolean): Promise<void> {
    const nowMs = this.#options.now()
    const isCrowded = this.#rooms.size > ROOMS_MAX
    for (const room of this.#rooms.values()) {
      if (room.isOverrun || (room.waitsSinceMs > 0 && nowMs - room.waitsSinceMs > MISSING_MS_MAX))
        await this.#repair(room)
      else if (nowMs - room.usedMs > (isCrowded ? CROWDED_IDLE_MS_MAX : IDLE_MS_MAX) && (isCrowded || !isHeard(room)))
        // Listeners miss nothing: the next message opens the room again at the current log position.
        this.#rooms.delete(room.roomId)
    }
  }

  /** Fetches missing messages; if that fails the room is dropped and listeners must reload. */
  async #repair(room: LiveRoom): Promise<void> {
    const { view, head } = room
    if (view === undefined) return
    for (const message of await this.#options.newest(room.roomId)) room.offer(message, 0)
    if (room.waitsSinceMs === 0 || room.head > head) return
    this.#rooms.delete(room.roomId)
    this.#options.reload(view)
  }

  async #found(room: LiveRoom, address: RoomAddress, upTo: number): Promise<void> {
    while (this.#rooms.get(room.roomId) === room) {
      const initialState = await this.#options.initialState(room.roomId, address, upTo).catch(() => undefined)
      if (initialState !== undefined) return room.open(initialState)
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref())
    }
  }
}

/** Clients that missed more must reload. */
export const RESUME_MESSAGES_MAX = 100
