import type { ChatRoom } from "#contract/chat"
import {
  type Conversation,
  type CurrentPermissions,
  isConversation,
  LEVEL_BY_SCOPE,
  type OwnedRoom,
  otherOf,
  type RoomAddress,
  roomIdOf,
} from "#core/chat"
import type { ConnectedPeople } from "../peers/ConnectedPeople.ts"
import type { NameCache } from "../peers/NameCache.ts"
import type { ConnectedPerson } from "../peers/Peer.ts"
import type { Presence } from "../peers/Presence.ts"
import { type Announcer, namesOf } from "../rooms/Announcer.ts"
import type { LiveRoom } from "../rooms/LiveRoom.ts"
import type { LiveRooms } from "../rooms/LiveRooms.ts"
import type { RoomOrigin } from "../rooms/RoomLog.ts"
import type { RoomMessage, RoomView } from "../rooms/RoomMessage.ts"

const RETRY_MS = 250
/** One minute: after that clients have reloaded. */
const ATTEMPTS_MAX = 240
/** People updated concurrently after a personal room was opened or shut. */
const UPDATES_AT_ONCE = 20
/** Invitations waiting for their first message; beyond this the oldest is dropped. */
const INVITED_MAX = 10_000

export type PermissionFanoutOptions = {
  readonly people: ConnectedPeople
  readonly rooms: LiveRooms
  readonly announcer: Announcer
  readonly names: NameCache
  readonly presence: Pick<Presence, "isSubscribed" | "part">
  /** Current permissions. */
  readonly permissions: (
    address: RoomAddress,
    personId: string,
  ) => Promise<Pick<CurrentPermissions, "mayRead" | "state">>
  /** A room in the list of a person, once the read model has reached a log position. */
  readonly listed: (personId: string, address: RoomAddress, position: number) => Promise<ChatRoom | null>
  /** People connected here whose level gives access to a room without joining. */
  readonly granted: (room: OwnedRoom) => Promise<ReadonlyArray<string>>
  /** People connected here with a conversation with a person, at a log position. */
  readonly partners: (personId: string, position: number) => Promise<ReadonlyArray<string>>
  /** The group rooms of a person. If `isOld`, permissions must be checked room by room. */
  readonly groupRooms: (
    personId: string,
  ) => Promise<{ readonly rooms: ReadonlyArray<OwnedRoom>; readonly isOld: boolean }>
}

/** Keeps topic subscriptions in line with permissions, and pushes changes of rooms. */
export class PermissionFanout {
  readonly #options: PermissionFanoutOptions
  readonly #invited = new Map<string, string>()

  constructor(options: PermissionFanoutOptions) {
    this.#options = options
  }

  /** Subscribes a new person to their rooms. */
  async load(person: ConnectedPerson): Promise<void> {
    const { people, groupRooms } = this.#options
    const { rooms, isOld } = await groupRooms(person.personId)
    for (const room of rooms) {
      if (isOld) await this.#check(person, room)
      else people.enter(person, roomIdOf(room), room)
    }
  }

  /** Checks a permission again and resolves when it is applied. Checks of a person run in order. */
  recheck(person: ConnectedPerson, address: RoomAddress): Promise<void> {
    const looked = person.ready.catch(() => undefined).then(() => this.#check(person, address))
    person.ready = looked
    return looked
  }

  changed(personId: string, address: RoomAddress, position: number): void {
    const person = this.#options.people.find(personId)
    if (person === undefined) return
    person.advance({ position })
    person.changes += 1
    void retryUntilDone(() => this.#pushChanged(person, address, position))
  }

  pairChanged(one: string, other: string, position: number): void {
    const address = { scope: "Person", personIds: [one, other] } as const
    for (const personId of address.personIds) this.changed(personId, address, position)
  }

  levelChanged(ownerId: string, personId: string, position: number): void {
    for (const scope of PAID) this.changed(personId, { scope, ownerId }, position)
  }

  /**
   * A group room keeps its members, but may be new to people with the level. A personal room affects all conversations
   * of its owner.
   */
  roomChanged(roomId: string, opened: RoomOrigin, position: number): void {
    const { address } = opened
    if (isConversation(address)) return
    const { people } = this.#options
    // Its members get their seats with it.
    if (address.scope === "Group") return
    if (address.scope === "Person") {
      this.#personalRoomChanged(address, position)
      return
    }
    const isNew = opened.epoch === position
    if (!isNew && people.members(roomId).size === 0) return
    for (const person of people.members(roomId)) person.advance({ position })
    void retryUntilDone(() => this.#notifyRoom(roomId, address, opened, position, isNew))
  }

  /** Other tabs of the person are updated and, in an open conversation, the other person. */
  read(
    moved: { readonly roomId: string; readonly personId: string; readonly seq: number },
    opened: RoomOrigin,
    position: number,
  ): void {
    const { announcer, people, names, permissions } = this.#options
    const { address } = opened
    const canRead = async (personId: string) =>
      personId === moved.personId || (await permissions(address, personId)).state === "open"
    const receivers = isConversation(address) ? address.personIds : [moved.personId]
    const here = receivers.flatMap((personId) => people.find(personId) ?? [])
    if (here.length === 0) return
    for (const person of here) person.advance({ position })
    void retryUntilDone(async () => {
      const view = await this.viewOf(moved.roomId, opened)
      const { userCode } = await names.nameOf(moved.personId)
      for (const { personId } of here)
        if (await canRead(personId))
          announcer.pushToPerson(personId, "Rd", { ...namesOf(view, personId), UserCode: userCode, Read: moved.seq })
    })
  }

  /** An invitation is pushed together with its first message, which may come before or after it. */
  invited(invite: { readonly roomId: string; readonly personId: string }, { address }: RoomOrigin): void {
    const { people, rooms } = this.#options
    if (people.find(invite.personId) === undefined) return
    // A lost first message must not block other invitations.
    const [oldest] = this.#invited.keys()
    if (this.#invited.size >= INVITED_MAX && oldest !== undefined) this.#invited.delete(oldest)
    this.#invited.set(invite.roomId, invite.personId)
    const room = rooms.open(invite.roomId, address)
    room.whenOpen((view) => {
      const [first] = room.after(0) ?? []
      if (first !== undefined) this.delivered(view, first, room)
    })
  }

  delivered({ address }: RoomView, message: RoomMessage, { roomId }: Pick<LiveRoom, "roomId">): void {
    const personId = this.#invited.get(roomId)
    if (personId === undefined || !isConversation(address) || otherOf(address, message.senderId) !== personId) return
    this.#invited.delete(roomId)
    this.#options.announcer.pushToPerson(personId, "In", {
      Room: roomId,
      Scope: address.scope,
      SenderUserCode: message.senderCode,
      SenderDisplayName: message.senderName,
      Message: message.text,
    })
  }

  async viewOf(roomId: string, { address, epoch }: RoomOrigin): Promise<RoomView> {
    // A group names itself.
    if (address.scope === "Group")
      return { roomId, address, epoch, codes: new Map([[address.ownerId, address.ownerId]]) }
    const ids = isConversation(address) ? address.personIds : [address.ownerId]
    return { roomId, address, epoch, codes: await this.#options.names.codesOf(ids) }
  }

  async #notifyRoom(
    roomId: string,
    address: OwnedRoom,
    opened: RoomOrigin,
    position: number,
    isNew: boolean,
  ): Promise<void> {
    const { announcer, listed, people, granted } = this.#options
    const line = await listed(address.ownerId, address, position)
    const ids = isNew ? [address.ownerId, ...(await granted(address))] : []
    const arriving = ids.flatMap((personId) => people.find(personId) ?? [])
    await Promise.all(arriving.map((person) => this.recheck(person, address)))
    if (line === null) return
    // The others have settings of their own.
    const { Muted: _, ...shared } = line
    announcer.announce(await this.viewOf(roomId, opened), "Ls", () => shared)
  }

  /** Only the owner gets the personal room itself; their conversations may be many. */
  #personalRoomChanged(personalRoom: OwnedRoom, position: number): void {
    const { people, partners } = this.#options
    this.changed(personalRoom.ownerId, personalRoom, position)
    void retryUntilDone(async () => {
      const ids = await partners(personalRoom.ownerId, position)
      const here = ids.flatMap((personId) => people.find(personId) ?? [])
      for (let at = 0; at < here.length; at += UPDATES_AT_ONCE)
        await Promise.all(
          here.slice(at, at + UPDATES_AT_ONCE).map((person) => {
            const address = { scope: "Person", personIds: [person.personId, personalRoom.ownerId] } as const
            person.advance({ position })
            person.changes += 1
            return retryUntilDone(() => this.#pushChanged(person, address, position))
          }),
        )
    })
  }

  async #pushChanged(person: ConnectedPerson, address: RoomAddress, position: number): Promise<void> {
    const { announcer, listed } = this.#options
    await this.recheck(person, address)
    const line = await listed(person.personId, address, position)
    if (line !== null) announcer.pushToPerson(person.personId, "Ls", line)
  }

  /** Retries until known: a revoked permission must not stay active because the database is unreachable. */
  async #check(person: ConnectedPerson, address: RoomAddress): Promise<void> {
    if (isConversation(address)) return this.#checkConversation(person, address)
    if (address.scope === "Person") return
    const { people } = this.#options
    const roomId = roomIdOf(address)
    while (people.find(person.personId) === person) {
      const known = await this.#known(address, person)
      if (known?.mayRead === true) return people.enter(person, roomId, address)
      if (known?.mayRead === false) return void people.leave(person, roomId)
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref())
    }
  }

  /** Presence stops when a conversation is no longer open. */
  async #checkConversation(person: ConnectedPerson, address: Conversation): Promise<void> {
    const { people, presence } = this.#options
    const other = otherOf(address, person.personId)
    while (people.find(person.personId) === person && presence.isSubscribed(person, other)) {
      const known = await this.#known(address, person)
      if (known?.state === "open") return
      if (known !== undefined) return presence.part(person, other)
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref())
    }
  }

  /** Undefined if the query failed. */
  #known(address: RoomAddress, { personId }: ConnectedPerson) {
    return this.#options.permissions(address, personId).catch(() => undefined)
  }
}

/** Retries for a minute, so that an unreachable database does not lose updates. */
const retryUntilDone = async (work: () => Promise<void>): Promise<void> => {
  for (let tries = 1; tries <= ATTEMPTS_MAX; tries += 1) {
    const isDone = await work().then(
      () => true,
      () => false,
    )
    if (isDone) return
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref())
  }
}

const PAID = (["Team", "Subscriber", "Premium"] as const).filter((scope) => LEVEL_BY_SCOPE[scope] > 1)
