import { COSTS, FEED_ITEMS_DAILY, FEED_POLLS_DAILY, feedsOf, HABITS, LIMITS } from "./costs.ts"

const DAY_SECONDS = 86_400
const YEAR_DAYS = 365
const MS = 1_000

/** What an installation of this size needs at its peak. */
export type Need = {
  readonly people: number
  readonly feeds: number
  readonly pagesPerSecond: number
  readonly messagesPerSecond: number
  readonly commitsPerSecond: number
  readonly sockets: number
  readonly webCores: number
  readonly chatCores: number
  readonly workerCores: number
  /** Of all database servers: what replicas can take, and what only the primary can. */
  readonly readingCores: number
  readonly writingCores: number
  readonly processMemoryBytes: number
  readonly diskBytesYearly: number
  readonly networkBytesPerSecond: number
  readonly itemsYearly: number
}

/** Predicts the need of an installation. @param people who come on one day */
export const needOf = (people: number): Need => {
  const peak = (daily: number) => (people * daily * HABITS.peak.value) / DAY_SECONDS
  const feeds = feedsOf(people)
  const polls = (feeds * FEED_POLLS_DAILY) / DAY_SECONDS
  const items = feeds * FEED_ITEMS_DAILY
  const pages = peak(HABITS.pages.value)
  const messages = peak(HABITS.messages.value)
  const writes = peak(HABITS.writes.value)
  const signIns = peak(HABITS.signIns.value)
  const sockets = people * HABITS.online.value
  const eventsDaily = people * (HABITS.writes.value + HABITS.messages.value + HABITS.signIns.value) + items
  const webCores = (pages * COSTS.pageWeb.value + writes * COSTS.event.value + signIns * COSTS.signIn.value) / MS
  const chatCores = (messages * COSTS.messageNode.value) / MS
  const workerCores = (polls * COSTS.poll.value) / MS
  return {
    people,
    feeds,
    pagesPerSecond: pages,
    messagesPerSecond: messages,
    commitsPerSecond: messages + writes + signIns + polls / 10,
    sockets,
    webCores,
    chatCores,
    workerCores,
    readingCores: (pages * COSTS.pageDatabase.value) / MS,
    writingCores:
      (messages * COSTS.messageDatabase.value + writes * COSTS.event.value + polls * COSTS.pollDatabase.value) / MS,
    processMemoryBytes:
      processes(webCores) * COSTS.webMemory.value +
      processes(workerCores) * COSTS.workerMemory.value +
      chatProcesses(sockets, chatCores) * COSTS.chatMemory.value +
      sockets * COSTS.socketBytes.value,
    diskBytesYearly:
      YEAR_DAYS *
      (eventsDaily * COSTS.eventBytes.value * (1 + COSTS.readModelShare.value) + items * COSTS.itemBytes.value),
    networkBytesPerSecond: pages * COSTS.pageBytes.value,
    itemsYearly: items * YEAR_DAYS,
  }
}

/** Processes of one core each, two at least. */
export const processes = (cores: number): number => Math.max(2, Math.ceil(cores / LIMITS.fullness))
export const chatProcesses = (sockets: number, cores: number): number =>
  Math.max(processes(cores), Math.ceil(sockets / LIMITS.sockets))

/** Something that only grows by a change of the layout. */
export type Wall = {
  readonly name: string
  /** The share of it that is used; 1 is the wall. */
  readonly use: (need: Need) => number
  /** The engine that removes it. */
  readonly remedy: string
}

const databaseCores = LIMITS.databaseCores * LIMITS.fullness

/** In the order in which they usually come. Each assumes the remedies of those before it. */
export const WALLS: ReadonlyArray<Wall> = [
  {
    name: "one machine with everything",
    use: ({ webCores, chatCores, workerCores, readingCores, writingCores }) =>
      (webCores + chatCores + workerCores + readingCores + writingCores) / (LIMITS.machineCores * LIMITS.fullness),
    remedy: "machines with processes behind HAProxy, PostgreSQL on its own ([machines](operations/machines.md))",
  },
  {
    name: "sockets of one chat process",
    use: ({ sockets }) => sockets / LIMITS.sockets,
    remedy: "chat processes on several machines, connected by NATS",
  },
  {
    name: "search in PostgreSQL",
    use: ({ itemsYearly }) => itemsYearly / LIMITS.searchedItems,
    remedy: "OpenSearch ([search](operations/search.md))",
  },
  {
    name: "polls of one worker",
    use: ({ feeds }) => (feeds * FEED_POLLS_DAILY) / (24 * 60) / LIMITS.polls,
    remedy: "more workers: each poll is leased",
  },
  {
    name: "the primary’s processor",
    use: ({ readingCores, writingCores }) => (readingCores + writingCores) / databaseCores,
    remedy: "standbys that answer reads ([data](operations/data.md#read-replicas))",
  },
  {
    name: "one balancer",
    use: ({ networkBytesPerSecond }) => networkBytesPerSecond / LIMITS.balancerBytes,
    remedy: "several HAProxy behind one address (DNS, anycast), a cache for pictures",
  },
  {
    name: "disks of the primary, one year",
    use: ({ diskBytesYearly }) => diskBytesYearly / LIMITS.diskBytes,
    remedy: "old partitions of the log, 50 million events each, in object storage",
  },
  {
    name: "commits of one primary",
    use: ({ commitsPerSecond }) => commitsPerSecond / LIMITS.commits,
    remedy: "a cluster of its own for the chat log, the only module with high rates and no joint transactions",
  },
  {
    name: "commits of the primary without chat",
    use: ({ commitsPerSecond, messagesPerSecond }) => (commitsPerSecond - messagesPerSecond) / LIMITS.commits,
    remedy: "one cluster per module, or Citus with streams distributed by name; JetStream relays their logs",
  },
  {
    name: "commits of the cluster for chat",
    use: ({ messagesPerSecond }) => messagesPerSecond / LIMITS.commits,
    remedy: "Citus with rooms distributed by stream",
  },
]

const PEOPLE_MAX = 1e10

/** The number of daily people at which a wall is reached, within one per cent. */
export const reachOf = ({ use }: Wall): number => {
  let [low, high] = [1, PEOPLE_MAX]
  while (high / low > 1.01) {
    const middle = Math.sqrt(low * high)
    if (use(needOf(middle)) < 1) low = middle
    else high = middle
  }
  return high
}
