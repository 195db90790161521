import { type RoomAddress, roomIdOf } from "#core/chat"
import type { ChatPerson } from "../testing/chatStage.ts"
import { measureDurablePosts } from "./chat/durable.ts"
import { fanout } from "./chat/fanout.ts"
import { fillHistory } from "./chat/history/fillHistory.ts"
import { history } from "./chat/history/history.ts"
import { hotRoom } from "./chat/hotRoom.ts"
import { membersOf, openSetting, type Setting } from "./chat/Setting.ts"
import { sockets } from "./chat/sockets.ts"
import { type Bench, type Figures, type Goal, goalMax, goalMin } from "./lib/Bench.ts"

/** Messages written by the remaining members, over all rooms. */
const PER_SECOND = 20
const SECONDS = 40

/**
 * Drops all connections at once while others write; clients reconnect like the product's client. Measures the time
 * until the last one has caught up, and the latency of members who stayed connected.
 */
const reconnect = async (
  setting: Setting,
  port: number,
  { owners, people, count }: { owners: ReadonlyArray<ChatPerson>; people: ReadonlyArray<ChatPerson>; count: number },
) => {
  const { log, given } = setting
  const [crowd, writers] = [setting.startGenerator(), setting.startGenerator()]
  await crowd.open({ port, members: membersOf(people, count, () => "") })
  await writers.open({ port, members: membersOf(owners, owners.length, (at) => `Team|${owners[at]?.userCode}`) })
  const [storm, others] = await Promise.all([
    crowd.storm(),
    writers.request({ perSecond: given("storm-per-second", PER_SECOND), seconds: given("storm-seconds", SECONDS) }),
  ])
  log(`storm: ${storm.failures} tries failed, ${storm.lost} never came back, ${storm.reloads} had to reload`)
  crowd.close()
  writers.close()
  return {
    reconnect_storm_recovered_s: storm.lost > 0 ? Number.POSITIVE_INFINITY : storm.recoveredSeconds,
    reconnect_storm_p50_s: storm.p50Seconds,
    reconnect_storm_reloads: storm.reloads,
    reconnect_storm_messages_replayed: storm.replayed,
    reconnect_storm_others_p99_ms: others.p99Ms,
  }
}

const SUBSCRIBERS = 1_000
const ROOMS = 1_000
/** Ten messages a second per writer: together up to 5,000, which is more than the room passes on. */
const HOT_WRITERS = 500
const SOCKETS = 15_000
const STORM_SOCKETS = 10_000
/** Rooms of the reconnecting sockets. */
const STORM_ROOMS = 20
/** Concurrent devices per person. */
const SOCKETS_PER_PERSON = 3
const MESSAGES = 1_000_000
const READERS = 40

/**
 * By default the message path runs without a worker, because the bare server has none either. `--roles=chat,worker`
 * measures both.
 */
const PATH_ROLES = "chat"
const ALL_ROLES = "chat,worker"

const PARTS = ["fanout", "durable", "hot", "sockets", "storm", "history"] as const
type BenchPart = (typeof PARTS)[number]
const GOALS: Readonly<Record<BenchPart, ReadonlyArray<Goal>>> = {
  fanout: [goalMin("ratio", "fanout_vs_bare_uws", 0.9), goalMax("ratio", "fanout_p99_vs_bare", 1.3)],
  durable: [goalMin("absolute", "durable_messages_per_s", 1_000), goalMax("absolute", "durable_ack_p99_ms", 30)],
  hot: [goalMin("absolute", "hot_room_messages_per_s", 6_000)],
  sockets: [goalMax("absolute", "rss_kb_per_socket_over_bare", 4), goalMin("absolute", "sockets_held", 15_000)],
  storm: [goalMax("absolute", "reconnect_storm_recovered_s", 15)],
  history: [goalMax("absolute", "history_page_p95_ms", 15), goalMax("absolute", "history_search_p95_ms", 100)],
}

/**
 * `npm run bench -- chat [--only=fanout,durable,hot,sockets,storm,history] [--roles=chat,worker] [--seconds=N] [--rounds=N]
 * [--window=N] [--subscribers=N] [--rooms=N] [--per-second=N] [--hot-writers=N] [--sockets=N] [--storm=N] [--messages=N]`
 */
const bench: Bench = {
  about: "how chat compares with a server that only passes messages on, and what it keeps, holds and finds",
  goals: PARTS.flatMap((part) => GOALS[part]),
  run: async (context) => {
    const named = (name: string) =>
      context.parameters.find((parameter) => parameter.startsWith(`--${name}=`))?.slice(name.length + 3)
    const only = named("only")
    const plays = (part: BenchPart) => only === undefined || only.split(",").includes(part)
    const setting = await openSetting(context)
    const { log, stage, given, startAfresh } = setting
    const size = {
      subscribers: given("subscribers", SUBSCRIBERS),
      rooms: given("rooms", ROOMS),
      hot: given("hot-writers", HOT_WRITERS),
      sockets: given("sockets", SOCKETS),
      storm: given("storm", STORM_SOCKETS),
      messages: given("messages", MESSAGES),
    }
    const needed: Record<BenchPart, number> = {
      fanout: size.subscribers,
      durable: size.rooms,
      hot: size.hot,
      sockets: Math.ceil(size.sockets / SOCKETS_PER_PERSON),
      storm: Math.ceil(size.storm / SOCKETS_PER_PERSON),
      history: READERS,
    }
    log("starting the product, making people and their rooms")
    let server = await startAfresh(ALL_ROLES)
    const people = await stage.makePeople(Math.max(...PARTS.map((part) => (plays(part) ? needed[part] : 0))))
    const owners = await stage.makePeople(STORM_ROOMS)
    const [keeper, host, star] = await stage.makePeople(3)
    if (!keeper || !host || !star) throw new Error("no people were created")
    const first = (part: BenchPart) => people.slice(0, needed[part])
    const figures: { ratios: Record<string, number>; absolute: Record<string, number> } = { ratios: {}, absolute: {} }
    const add = ({ ratios = {}, absolute = {} }: Partial<Figures>) => {
      Object.assign(figures.ratios, ratios)
      Object.assign(figures.absolute, absolute)
    }

    if (plays("fanout")) await stage.gather(host, first("fanout"))
    if (plays("hot")) await stage.gather(star, first("hot"))
    if (plays("durable")) {
      const ring = first("durable")
      await stage.introduce(ring.map((one, at) => [one, ring[(at + 1) % ring.length] ?? one]))
    }
    if (plays("storm") || plays("sockets"))
      for (const [at, owner] of owners.entries())
        await stage.gather(owner, [owner, ...people.filter((_, person) => person % STORM_ROOMS === at)])
    let stored: RoomAddress | undefined
    if (plays("history")) stored = await stage.gather(keeper, first("history"))
    await stage.settle()
    log(`${people.length} people are there`)

    if (plays("fanout") || plays("durable") || plays("hot")) server = await startAfresh(named("roles") ?? PATH_ROLES)
    if (plays("fanout")) add(await fanout(setting, server.port, host, first("fanout")))
    if (plays("durable")) add({ absolute: await measureDurablePosts(setting, server, first("durable")) })
    if (plays("hot")) add({ absolute: await hotRoom(setting, server, star, first("hot")) })
    if (plays("sockets")) {
      server = await startAfresh(ALL_ROLES)
      add({ absolute: await sockets(setting, server, first("sockets"), size.sockets) })
    }
    if (plays("storm")) {
      server = await startAfresh(ALL_ROLES)
      add({ absolute: await reconnect(setting, server.port, { owners, people: first("storm"), count: size.storm }) })
    }
    if (plays("history") && stored) {
      await setting.stop()
      const senders = first("history").map(({ personId }) => personId)
      await fillHistory({ url: setting.url, roomId: roomIdOf(stored), senders, messages: size.messages }, log)
      server = await startAfresh(ALL_ROLES)
      const requested = { owner: keeper, readers: first("history"), messages: size.messages }
      add({ absolute: await history(setting, server.port, requested) })
    }
    return { ...figures, leftOut: PARTS.flatMap((part) => (plays(part) ? [] : GOALS[part])) }
  },
}
export default bench
