import { connect } from "#core/kernel"
import { startCuttingProxy } from "../../../core/kernel/testing/cuttingProxy.ts"
import { Books, type ChainMove } from "./Books.ts"
import { ChainWitness } from "./ChainWitness.ts"
import { checkBalances, checkChains, checkLog, checkRebuild } from "./checks.ts"
import { Dice } from "./Dice.ts"
import { CHAIN_OPERATIONS, drawBurst } from "./drawOperation.ts"
import { findOrder, type Happening } from "./findOrder.ts"
import { forkProcess } from "./forkProcess.ts"
import { KILLS, untilQuiet, type Victims } from "./kills.ts"
import { type Answer, type Asked, type Asset, isOutside, type Operation } from "./Operation.ts"
import { ASSETS, Stage } from "./Stage.ts"
import { openChains, openProcess, type WalletProcess } from "./WalletProcess.ts"
import { WorldFailed } from "./WorldFailed.ts"

export type WorldOptions = {
  /** A migrated database that nobody else uses. */
  readonly url: string
  readonly seed: number
  readonly operations: number
  readonly kills: number
  /** At least three. */
  readonly people: number
  /** Whether one of the processes is one of the system, so that it can be killed as such. */
  readonly hasChild: boolean
}

/** What happened in a world in which nothing was wrong. */
export type WorldReport = {
  readonly operations: number
  readonly seconds: number
  readonly kills: ReadonlyMap<string, number>
  /** Answers by name: `Done` and refusals. */
  readonly answers: ReadonlyMap<string, number>
  readonly reorgs: number
  readonly credited: number
  readonly reversed: number
  readonly resent: number
}

const BURST_MAX = 10
/** Operations between two comparisons of all balances. */
const CHECK_EVERY = 500
/** Times that an operation is asked again while nobody knows what came of it. */
const TRIES_MAX = 8
/** Blocks after which everything on a chain counts. */
const DEEP_BLOCKS = 13
const LAST_SHOWN = 40

/**
 * Plays one world to its end: draws operations and kills from the seed, asks several processes of the wallet at once, and
 * holds every answer and every balance against the auditor's own books.
 * @throws WorldFailed with the seed, the number of the operation and what differs
 */
export const playWorld = async ({
  url,
  seed,
  operations,
  kills,
  people,
  hasChild,
}: WorldOptions): Promise<WorldReport> => {
  const startedMs = performance.now()
  const sql = connect(url, { connectionsMax: 4, name: "auditor" })
  const dice = new Dice(seed)
  const books = new Books()
  const witness = new ChainWitness(sql)
  const stage = new Stage(dice, books, witness, people)
  const proxy = await startCuttingProxy(url)
  await openChains(url)
  const child = hasChild ? await forkProcess(url, "wallet-child") : null
  const processes: ReadonlyArray<WalletProcess> = [
    openProcess(url, "wallet-0"),
    openProcess(proxy.url, "wallet-1"),
    ...(child === null ? [] : [child]),
  ]
  const victims: Victims = { sql, proxy, processes, child }
  const names = processes.map(({ name }) => name)
  const killed = new Map<string, number>()
  const answers = new Map<string, number>()
  const last: Array<string> = []
  const count = (map: Map<string, number>, key: string, more = 1) => map.set(key, (map.get(key) ?? 0) + more)
  let done = 0
  let reorgs = 0
  let resent = 0
  let strikes = 0
  let wasKill = false

  const fail = (why: string, details: ReadonlyArray<string>): never => {
    throw new WorldFailed({ seed, operation: done, why, details, last: last.slice(-LAST_SHOWN) })
  }
  const note = ({ operation, commandId }: Asked, { tag, position, repeated, detail }: Answer, tries: number) => {
    const more = [tries > 1 ? `try ${tries}` : "", repeated ? "repeated" : "", tag === "Lost" ? detail : ""]
    last.push(`${JSON.stringify(operation)} ${commandId.slice(0, 8)} -> ${tag} ${position ?? ""} ${more.join(" ")}`)
    if (last.length > 2 * LAST_SHOWN) last.splice(0, LAST_SHOWN)
    count(answers, tag)
    if (operation.kind === "reorg" && tag === "Done") reorgs += 1
  }

  /** Asks until there is an answer, by another process each time. What happens on a chain is asked once. */
  const settle = async (asked: Asked, first: Answer, from: number) => {
    let answer = first
    let tries = 1
    for (; answer.tag === "Lost" && !isOutside(asked.operation) && tries < TRIES_MAX; tries += 1) {
      await untilQuiet(sql, names)
      answer = await processAt(from + tries).ask(asked)
      resent += 1
    }
    if (answer.tag === "Lost" && !isOutside(asked.operation))
      fail("an operation is never answered", [String(answer.detail)])
    note(asked, answer, tries)
    return { asked, answer, tries }
  }
  const processAt = (index: number): WalletProcess => {
    const found = processes[index % processes.length]
    if (found === undefined) throw new Error("no process")
    return found
  }

  /** Asks all of a burst at once, and kills something meanwhile where it is time. */
  const askAll = async (burst: ReadonlyArray<Asked>) => {
    const isKill = strikes < kills && done >= ((strikes + 0.5) * operations) / kills
    const kill = isKill ? dice.weighed(KILLS.filter(({ name }) => hasChild || name !== "processes killed")) : null
    const lostBefore = proxy.lost()
    const starts = burst.map(() => dice.below(processes.length))
    if (kill?.arm !== undefined) {
      const target = burst[0]
      if (target !== undefined) {
        starts[0] = 1
        kill.arm(victims, target.commandId)
      }
    }
    const running = burst.map((asked, index) => processAt(starts[index] ?? 0).ask(asked))
    if (kill !== null) {
      strikes += 1
      for (let turns = dice.below(12); turns > 0; turns -= 1) await new Promise((resolve) => setImmediate(resolve))
      count(killed, kill.name, (await kill.strike?.(victims, dice)) ?? 0)
    }
    const first = await Promise.all(running)
    if (kill?.arm !== undefined) count(killed, kill.name, proxy.lost() - lostBefore)
    // The product itself sends again what was lost, and cannot tell its own first try from somebody else's.
    const triesMin = kill !== null || wasKill ? 2 : 1
    wasKill = kill !== null
    const settled = []
    for (const [index, asked] of burst.entries()) {
      const one = await settle(asked, first[index] ?? { tag: "Lost" }, starts[index] ?? 0)
      settled.push({ ...one, tries: Math.max(one.tries, triesMin) })
    }
    done += burst.length
    return settled
  }

  const audit = async (settled: Awaited<ReturnType<typeof askAll>>, looked: Asset | null) => {
    const happenings: Array<Happening> = []
    for (const { asked, answer, tries } of settled) {
      const { operation } = asked
      if (operation.kind === "address") hear(operation, answer)
      else if (operation.kind === "look") expectLook(operation.asset, answer)
      else if (!isOutside(operation) && operation.kind !== "away" && operation.kind !== "fold")
        happenings.push({ asked, answer, tries, keys: keysOf(asked) })
    }
    if (looked !== null && !stage.away.has(looked)) {
      const { moves, problem } = await witness.expect(looked)
      if (problem !== null) fail("a look told something else than the chain shows", [problem])
      happenings.push(...moves.map((move: ChainMove) => ({ move, keys: [move.owner] })))
    }
    const odd = findOrder(books, happenings)
    if (odd.length > 0)
      fail(
        "no order explains these answers",
        odd.map((one) => show(one)),
      )
  }
  const hear = (operation: Extract<Operation, { kind: "address" }>, { tag, detail }: Answer) => {
    const { asset, person } = operation
    if (stage.away.has(asset) && tag === "NoDeposits") return
    if (tag !== "Done" || detail === undefined) return fail("no address was given", [tag])
    if (!witness.give(asset, detail, person)) fail("an address is given to two people", [detail])
    const known = stage.scripts.get(asset) ?? []
    if (!known.includes(detail)) stage.scripts.set(asset, [...known, detail])
  }
  const expectLook = (asset: Asset, { tag }: Answer) => {
    const right = stage.away.has(asset) ? "Away" : "Looked"
    if (tag !== right) fail("a look came to another end", [`${tag}, should be ${right}`])
  }
  const keysOf = ({ operation, commandId }: Asked): ReadonlyArray<string> => {
    const keys: Array<string> = [commandId]
    for (const key of ["from", "to", "person", "holdId"] as const) {
      const value = (operation as unknown as Record<string, string | null | undefined>)[key]
      if (value) keys.push(value)
    }
    const holder = "holdId" in operation ? books.holds.get(operation.holdId)?.person : undefined
    return holder === undefined ? keys : [...keys, holder]
  }

  const ask = async (operation: Operation) => {
    stage.tick()
    await audit(await askAll([{ commandId: dice.id(), atMs: stage.atMs, operation }]), lookedAt(operation))
  }
  const check = async (what: string, differences: Promise<ReadonlyArray<string>>) => {
    const found = await differences
    if (found.length > 0) fail(what, found)
  }
  const setAway = async (asset: Asset, isAway: boolean) => {
    await ask({ kind: "away", asset, isAway })
    if (isAway) stage.away.add(asset)
    else stage.away.delete(asset)
  }

  const happenOutside = async () => {
    const asset = dice.pick(ASSETS)
    const operation = await dice.weighed(CHAIN_OPERATIONS).draw(stage, asset)
    if (operation?.kind === "away") await setAway(asset, operation.isAway)
    else if (operation !== null) await ask(operation)
  }
  const lookAndSpend = async () => {
    const asset = dice.pick(ASSETS)
    stage.tick()
    const looks = Array.from({ length: dice.between(1, 2) }, (): Asked => {
      return { commandId: dice.id(), atMs: stage.atMs, operation: { kind: "look", asset } }
    })
    const burst = [...looks, ...drawBurst(stage, dice.between(0, 4))]
    await audit(await askAll(burst), asset)
  }

  try {
    for (const person of stage.people)
      for (const asset of ASSETS) await ask({ kind: "address", person, asset, wantsNew: false })
    for (const asset of ASSETS) {
      for (const script of stage.scripts.get(asset) ?? [])
        if (dice.chance(0.5))
          await ask({ kind: "faucet", asset, script, amount: String(dice.between(1, 90) * 1_000_000) })
      await ask({ kind: "mine", asset, blocks: DEEP_BLOCKS })
      await ask({ kind: "look", asset })
    }
    let nextCheck = CHECK_EVERY
    while (done < operations) {
      const kind = dice.below(10)
      if (kind < 2) await happenOutside()
      else if (kind < 3) await lookAndSpend()
      else await audit(await askAll(drawBurst(stage, dice.between(1, BURST_MAX))), null)
      if (done < nextCheck) continue
      nextCheck += CHECK_EVERY
      await check("balances differ", checkBalances(sql, books))
    }
    for (const asset of ASSETS) {
      if (stage.away.has(asset)) await setAway(asset, false)
      await ask({ kind: "mine", asset, blocks: DEEP_BLOCKS })
      await ask({ kind: "look", asset })
    }
    await ask({ kind: "fold" })
    await check("balances differ", checkBalances(sql, books))
    await check("the log differs", checkLog(sql, books))
    await check("what is credited is not what is on the chain", checkChains(books, witness))
    await check("what is rebuilt differs", checkRebuild(sql))
  } finally {
    for (const process of processes) await process.close()
    await proxy.close()
    await sql.end({ timeout: 2 })
  }
  const seconds = (performance.now() - startedMs) / 1_000
  const { credited, reversed } = witness
  return { operations: done, seconds, kills: killed, answers, reorgs, credited, reversed, resent }
}

const lookedAt = (operation: Operation): Asset | null => (operation.kind === "look" ? operation.asset : null)

const show = (happening: Happening): string =>
  JSON.stringify(happening, (_, value) => (typeof value === "bigint" ? String(value) : value))
