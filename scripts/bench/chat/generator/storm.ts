import { setTimeout } from "node:timers/promises"
import type { Crowd, Member } from "./Crowd.ts"
import { Histogram } from "./Histogram.ts"
import { isRefused } from "./posting.ts"

/** Like the product's client: five seconds ± 50 %, doubled for each attempt. */
const WAIT_MS = 5_000
const WAIT_MS_MAX = 60_000
const TRIES_MAX = 6

export type Storm = {
  /** From the moment of dropping until the last member had resumed. */
  readonly recoveredSeconds: number
  readonly p50Seconds: number
  /** Rooms that had to be reloaded. */
  readonly reloads: number
  /** Messages replayed to reconnecting members. */
  readonly replayed: number
  /** Failed attempts. */
  readonly failures: number
  /** Members who never reconnected. */
  readonly lost: number
}

/** The position of a member in its room when it was dropped. */
type RoomPosition = { readonly room: string; readonly epoch: number; readonly seq: number }

/** Records the position of each member, until all have one. */
export const watchPlaces = async (crowd: Crowd, waitMsMax: number): Promise<Map<Member, RoomPosition>> => {
  const places = new Map<Member, RoomPosition>()
  for (const member of crowd.members) member.onPush = (push) => places.set(member, placeOf(push))
  for (const untilMs = performance.now() + waitMsMax; places.size < crowd.members.length; ) {
    if (performance.now() > untilMs) throw new Error(`only ${places.size} members heard anything in their rooms`)
    await setTimeout(50)
  }
  return places
}

/** Drops all sockets at once and reconnects like the product's client, while others keep writing. */
export const reconnectAll = async (crowd: Crowd, { port }: { readonly port: number }): Promise<Storm> => {
  const places = await watchPlaces(crowd, WAIT_MS_MAX)
  const times = new Histogram()
  let [reloads, replayed, failures, lost] = [0, 0, 0, 0]
  crowd.closed = () => undefined
  for (const member of crowd.members) member.onPush = () => undefined
  const began = performance.now()
  crowd.drop()
  const comeBack = async (member: Member): Promise<void> => {
    for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
      await setTimeout(Math.min(WAIT_MS * 2 ** attempt, WAIT_MS_MAX) * (0.5 + Math.random()))
      try {
        await member.open(port)
        const { room, epoch, seq } = places.get(member) ?? { room: "", epoch: 0, seq: 0 }
        const request = JSON.stringify([{ Room: room, Epoch: epoch, Seq: seq }])
        const { payload } = await member.request("Rs", "r", `Rs|r|${request}`)
        if (isRefused(payload)) throw new Error(payload)
        const { Rooms } = JSON.parse(payload) as {
          Rooms: ReadonlyArray<{ Status: string; Messages: ReadonlyArray<unknown> }>
        }
        if (Rooms[0]?.Status === "reload") reloads += 1
        replayed += Rooms[0]?.Messages.length ?? 0
        times.record(performance.now() - began)
        return
      } catch {
        failures += 1
      }
    }
    lost += 1
  }
  await Promise.all(crowd.members.map(comeBack))
  return {
    recoveredSeconds: times.percentile(1) / 1_000,
    p50Seconds: times.percentile(0.5) / 1_000,
    reloads,
    replayed,
    failures,
    lost,
  }
}

/** Of the last message in a push. */
const placeOf = (push: Buffer): RoomPosition => {
  const line = push.toString("utf8", push.lastIndexOf("\n") + 1).replace(/^Bc\|\|/, "")
  const { Room, Epoch, Seq } = JSON.parse(line) as { Room: string; Epoch: number; Seq: number }
  return { room: Room, epoch: Epoch, seq: Seq }
}
