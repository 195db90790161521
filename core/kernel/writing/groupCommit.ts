import { ANY_VERSION, APPEND_EVENTS_MAX } from "../store/EventStore.ts"

/**
 * Maximum number of concurrent statements. Appends that arrive later wait and share a transaction: a commit costs the
 * database, and a round trip this process, about the same for one stream as for ten.
 */
const UNDERWAY_MAX = 2
/** A statement that takes longer waits for a lock, or for the disk, and holds no later one back. */
const SLOW_MS = 20
/** Maximum number of streams in one transaction. */
const GROUP_STREAMS_MAX = 64
/** Maximum characters of JSON in one transaction, unless a single append is larger. */
const GROUP_CHARACTERS_MAX = 1_000_000
/** How long a stream with a conflict commits alone, because its conflicts would abort the whole group. */
const ALONE_MS = 1_000
const ALONE_STREAMS_MAX = 1_000

/** An append to one stream that can share a transaction with appends to other streams. */
export type Groupable = {
  readonly stream: string
  readonly expected: number
  readonly eventCount: number
  readonly characters: number
}

type Waiting<Item, Result> = { readonly item: Item; readonly settle: PromiseWithResolvers<Result> }

type Statements<Item, Result> = {
  readonly alone: (item: Item) => Promise<Result>
  /**
   * Executes items for different streams of known versions in one transaction, and all or none.
   * @param items sorted by stream name, so that two such transactions cannot deadlock
   */
  readonly together: (items: ReadonlyArray<Item>) => Promise<ReadonlyArray<Result>>
}

/**
 * Group commit: appends to different streams that wait at the same time share one transaction. If it fails, each append
 * runs in its own transaction, so that none fails because of another.
 * @param nowMs a monotonic clock in milliseconds
 * @returns executes an append, together with others that are waiting; rejects with the errors of `alone`
 */
export const groupCommit = <Item extends Groupable, Result>(
  statements: Statements<Item, Result>,
  nowMs: () => number = () => performance.now(),
) => {
  const waiting: Array<Waiting<Item, Result>> = []
  /** Until when a stream commits alone. */
  const alone = new Map<string, number>()
  let underway = 0
  let isScheduled = false

  const schedule = () => {
    if (isScheduled || waiting.length === 0 || underway >= UNDERWAY_MAX) return
    isScheduled = true
    // Requests read in one turn of the event loop share a group.
    setImmediate(() => {
      isScheduled = false
      void run(take())
      schedule()
    })
  }

  const goesAlone = ({ stream, expected }: Item): boolean =>
    expected === ANY_VERSION || (alone.get(stream) ?? 0) > nowMs()

  const take = (): ReadonlyArray<Waiting<Item, Result>> => {
    const streams = new Set<string>()
    let [events, characters] = [0, 0]
    let count = 0
    for (const { item } of waiting) {
      events += item.eventCount
      characters += item.characters
      const isFull = count >= GROUP_STREAMS_MAX || events > APPEND_EVENTS_MAX || characters > GROUP_CHARACTERS_MAX
      if (count > 0 && (isFull || streams.has(item.stream) || goesAlone(item))) break
      streams.add(item.stream)
      count += 1
      if (goesAlone(item)) break
    }
    return waiting.splice(0, count)
  }

  const run = async (group: ReadonlyArray<Waiting<Item, Result>>): Promise<void> => {
    underway += 1
    let isCounted = true
    const makeWay = () => {
      if (!isCounted) return
      isCounted = false
      underway -= 1
      schedule()
    }
    const patience = setTimeout(makeWay, SLOW_MS)
    if (group.length > 1) await together(group.toSorted(byStream))
    else await Promise.all(group.map(byItself))
    clearTimeout(patience)
    makeWay()
  }

  const together = async (group: ReadonlyArray<Waiting<Item, Result>>): Promise<void> => {
    try {
      const results = await statements.together(group.map(({ item }) => item))
      for (const [at, { settle }] of group.entries()) settle.resolve(results[at] as Result)
    } catch {
      await Promise.all(group.map(byItself))
    }
  }

  const byItself = async ({ item, settle }: Waiting<Item, Result>): Promise<void> => {
    try {
      settle.resolve(await statements.alone(item))
    } catch (error) {
      if (alone.size >= ALONE_STREAMS_MAX) alone.clear()
      alone.set(item.stream, nowMs() + ALONE_MS)
      settle.reject(error)
    }
  }

  return (item: Item): Promise<Result> => {
    const settle = Promise.withResolvers<Result>()
    waiting.push({ item, settle })
    schedule()
    return settle.promise
  }
}

const byStream = <Item extends Groupable>({ item: one }: { item: Item }, { item: other }: { item: Item }): number =>
  one.stream < other.stream ? -1 : 1
