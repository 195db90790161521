import { connect } from "#core/kernel"
import { startCuttingProxy } from "../../core/kernel/testing/cuttingProxy.ts"
import { Books, type ChainMove } from "./Books.ts"
import { ChainWitness } from "./ChainWitness.ts"
import { checkBalances, checkChains, checkLog, checkRebuild, checkSpending, measure } from "./checks.ts"
import { Dice } from "./Dice.ts"
import { CHAIN_OPERATIONS, drawBurst, drawSend } from "./drawOperation.ts"
import { describeUnexplained, findOrder, type WorldOccurrence } from "./findOrder.ts"
import { DEEP_BLOCKS, finishWithdrawals } from "./finishWithdrawals.ts"
import { forkProcess } from "./forkProcess.ts"
import { KILLS, untilQuiet, type Victims } from "./kills.ts"
import {
  type Answer,
  type Asset,
  isJob,
  isOutside,
  isSubscription,
  lookedAt,
  type Operation,
  type OperationRequest,
  PLAIN,
  repeatRequest,
} from "./Operation.ts"
import { PayoutWitness } from "./PayoutWitness.ts"
import { ASSETS, Stage } from "./Stage.ts"
import { setUpWithdrawals } from "./setUpWithdrawals.ts"
import { liveSubscriptions } from "./subscriptions/liveSubscriptions.ts"
import { SubscriptionWitness } from "./subscriptions/SubscriptionWitness.ts"
import { setUpSubscriptions } from "./subscriptions/setUpSubscriptions.ts"
import { openChains, openProcess, type WalletProcess } from "./WalletProcess.ts"
import { WorldFailed, type WorldReport } from "./WorldReport.ts"

export type WorldOptions = {
  /** A migrated database used only by this world. */
  readonly url: string
  readonly seed: number
  readonly operations: number
  readonly kills: number
  /** At least three. */
  readonly people: number
  /** The program of a separate process, so that it can be killed as such; null for none. */
  readonly program: string | null
}

const BURST_MAX = 10
/** Operations between two comparisons of all balances. */
const CHECK_EVERY = 500
/** Maximum retries of an operation whose result is unknown. */
const TRIES_MAX = 8
const LAST_SHOWN = 40

/**
 * Plays one world to its end: draws operations and kills from the seed, sends them to several wallet processes
 * concurrently, and compares every answer and balance with the auditor's own books.
 * @throws WorldFailed with the seed, the number of the operation and the difference
 */
export const playWorld = async ({
  url,
  seed,
  operations,
  kills,
  people,
  program,
}: WorldOptions): Promise<WorldReport> => {
  const startedMs = performance.now()
  const sql = connect(url, { connectionsMax: 4, name: "auditor" })
  const dice = new Dice(seed)
  const books = new Books()
  const witness = new ChainWitness(sql)
  const payments = new PayoutWitness(sql, books.payouts)
  const agreements = new SubscriptionWitness(sql, books)
  const stage = new Stage(dice, books, witness, payments, people)
  const proxy = await startCuttingProxy(url)
  await openChains(url)
  const child = program === null ? null : await forkProcess(program, url, "wallet-child")
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
  let measured = { overdrafts: 0, unitsLost: 0 }

  const fail = (why: string, details: ReadonlyArray<string>): never => {
    throw new WorldFailed({ seed, operation: done, why, details, last: last.slice(-LAST_SHOWN) })
  }
  const note = (
    { operation, commandId }: OperationRequest,
    { tag, position, repeated, detail }: Answer,
    tries: number,
  ) => {
    const more = [tries > 1 ? `try ${tries}` : "", repeated ? "repeated" : "", tag === "Lost" ? detail : ""]
    last.push(`${JSON.stringify(operation)} ${commandId.slice(0, 8)} -> ${tag} ${position ?? ""} ${more.join(" ")}`)
    if (last.length > 2 * LAST_SHOWN) last.splice(0, LAST_SHOWN)
    count(answers, tag)
    if (operation.kind === "reorg" && tag === "Done") reorgs += 1
  }

  /** Retries until there is an answer, each time with another process. Chain events are executed once. */
  const settle = async (requested: OperationRequest, first: Answer, from: number) => {
    let answer = first
    let tries = 1
    for (; answer.tag === "Lost" && !isOutside(requested.operation) && tries < TRIES_MAX; tries += 1) {
      await untilQuiet(sql, names)
      answer = await processAt(from + tries).request(repeatRequest(requested))
      resent += 1
    }
    if (answer.tag === "Lost" && !isOutside(requested.operation))
      fail("an operation is never answered", [String(answer.detail)])
    note(requested, answer, tries)
    return { requested, answer, tries }
  }
  const processAt = (index: number): WalletProcess => {
    const found = processes[index % processes.length]
    if (found === undefined) throw new Error("no process")
    return found
  }

  /** Executes a burst concurrently, with a kill during it if one is due. */
  const askAll = async (burst: ReadonlyArray<OperationRequest>) => {
    const isKill = strikes < kills && done >= ((strikes + 0.5) * operations) / kills
    const kill = isKill ? dice.weighed(KILLS.filter(({ name }) => child !== null || name !== "processes killed")) : null
    const lostBefore = proxy.lost()
    const starts = burst.map(() => dice.below(processes.length))
    if (kill?.arm !== undefined) {
      const target = burst[0]
      if (target !== undefined) {
        starts[0] = 1
        kill.arm(victims, target.commandId)
      }
    }
    const running = burst.map((requests, index) => processAt(starts[index] ?? 0).request(requests))
    if (kill !== null) {
      strikes += 1
      for (let turns = dice.below(12); turns > 0; turns -= 1) await new Promise((resolve) => setImmediate(resolve))
      count(killed, kill.name, (await kill.strike?.(victims, dice)) ?? 0)
    }
    const first = await Promise.all(running)
    for (const [index, { operation }] of burst.entries())
      if (operation.kind === "send" && operation.dieAt !== null && first[index]?.tag === "Lost")
        count(
          killed,
          first[index].detail === "killed" ? "workers killed (-9) while sending" : "workers ended while sending",
        )
    if (kill?.arm !== undefined) count(killed, kill.name, proxy.lost() - lostBefore)
    // The product itself retries lost commands and cannot tell its own first try from another one.
    const hasEnded =
      kill !== null || burst.some(({ operation }) => operation.kind === "send" && operation.dieAt !== null)
    const triesMin = hasEnded || wasKill ? 2 : 1
    wasKill = hasEnded
    const settled = []
    for (const [index, sent] of burst.entries()) {
      const one = await settle(sent, first[index] ?? { tag: "Lost" }, starts[index] ?? 0)
      settled.push({ ...one, tries: Math.max(one.tries, triesMin) })
    }
    done += burst.length
    return settled
  }

  const audit = async (settled: Awaited<ReturnType<typeof askAll>>, looked: ReadonlyArray<Asset>) => {
    const happenings: Array<WorldOccurrence> = []
    for (const { requested: asked, answer, tries } of settled) {
      const { operation } = asked
      if (isSubscription(operation)) {
        // What was booked stands in the log; a refused charge has a place between other bookings.
        if (answer.tag === "NotEnough" || answer.tag === "Frozen")
          happenings.push({ requested: asked, answer, tries, keys: keysOf(asked) })
      } else if (operation.kind === "address") recordAddress(operation, answer)
      else if (operation.kind === "scan") expectLook(operation.asset, answer)
      else if (operation.kind === "send") expectSend(operation.asset, answer)
      else if (!isOutside(operation) && !PLAIN.has(operation.kind))
        happenings.push({ requested: asked, answer, tries, keys: keysOf(asked) })
    }
    const rules = settled.filter(({ requested: asked }) => isSubscription(asked.operation))
    const odd = agreements.answered(rules.filter(({ requested: asked }) => !isJob(asked.operation)))
    if (odd.length > 0) fail("an answer about a rule is wrong", odd)
    for (const booked of await agreements.newBookings())
      happenings.push({
        booked,
        keys: booked.entries.map(({ account }) => account.split(":")[2] ?? "").filter(Boolean),
      })
    const hasPayoutNews = looked.length > 0 || settled.some(({ requested: asked }) => asked.operation.kind === "send")
    const facts = hasPayoutNews ? await payments.newFacts() : []
    for (const fact of facts) happenings.push({ fact, keys: keysOfPayout(fact.withdrawalId) })
    for (const asset of looked.filter((each) => !stage.away.has(each))) {
      const { moves, problem } = await witness.expect(asset)
      if (problem !== null) fail("a scan reported something else than the chain shows", [problem])
      happenings.push(...moves.map((move: ChainMove) => ({ move, keys: [move.owner, `payouts ${move.asset}`] })))
      const undone = moves.flatMap(({ kind, owner }) => (kind === "reversed" ? [owner] : []))
      for (const { type, withdrawalId } of facts)
        if (type === "Cancelled" && !undone.includes(books.payouts.all.get(withdrawalId)?.person ?? ""))
          fail("a withdrawal was given up, and no deposit of its person was undone", [withdrawalId])
    }
    const unexplained = findOrder(books, happenings)
    if (unexplained !== null) fail("no order explains these answers", describeUnexplained(unexplained, books, stage))
    const unproven = await payments.unproven(facts)
    if (unproven.length > 0) fail("a withdrawal is said to be what the chain does not show", unproven)
  }
  const recordAddress = (operation: Extract<Operation, { kind: "address" }>, { tag, detail }: Answer) => {
    const { asset, person } = operation
    if (stage.away.has(asset) && tag === "NoDeposits") return
    if (tag !== "Done" || detail === undefined) return fail("no address was given", [tag])
    if (!witness.give(asset, detail, person)) fail("an address is given to two people", [detail])
    const known = stage.scripts.get(asset) ?? []
    if (!known.includes(detail)) stage.scripts.set(asset, [...known, detail])
  }
  const expectLook = (asset: Asset, { tag }: Answer) => {
    const right = stage.away.has(asset) ? "Unavailable" : "Scanned"
    if (tag !== right) fail("a look came to another end", [`${tag}, should be ${right}`])
  }
  const expectSend = (asset: Asset, { tag }: Answer) => {
    if (tag === "Unavailable" && !stage.away.has(asset)) fail("a worker did not reach a chain", [tag])
    if (tag !== "Done" && tag !== "Busy" && tag !== "Unavailable") fail("a worker came to another end", [tag])
  }
  const keysOfPayout = (withdrawalId: string): ReadonlyArray<string> => {
    const { person, internalRecipientId, asset } = books.payouts.all.get(withdrawalId) ?? {}
    return [
      withdrawalId,
      person ?? "",
      internalRecipientId ?? "",
      asset === undefined ? "" : `payouts ${asset}`,
    ].filter(Boolean)
  }
  const keysOf = ({ operation, commandId }: OperationRequest): ReadonlyArray<string> => {
    const keys: Array<string> = [commandId]
    if ("from" in operation) keys.push(operation.from)
    if ("to" in operation && operation.to !== null) keys.push(operation.to)
    if ("person" in operation && operation.person !== null) keys.push(operation.person)
    if ("holdId" in operation) keys.push(operation.holdId)
    if (operation.kind === "withdraw") keys.push(`payouts ${operation.asset}`)
    if ("withdrawalId" in operation) keys.push(...keysOfPayout(operation.withdrawalId))
    const holder = "holdId" in operation ? books.holds.get(operation.holdId)?.person : undefined
    return holder === undefined ? keys : [...keys, holder]
  }

  /** Executes these concurrently. */
  const request = async (...operations: ReadonlyArray<Operation>) => {
    if (operations.length === 0) return
    stage.tick()
    const burst = operations.map((operation) => ({ commandId: dice.id(), atMs: stage.atMs, operation }))
    await audit(await askAll(burst), operations.flatMap(lookedAt))
  }
  const check = async (what: string, differences: Promise<ReadonlyArray<string>>) => {
    const found = await differences
    if (found.length > 0) fail(what, found)
  }
  const setAway = async (asset: Asset, isAway: boolean) => {
    await request({ kind: "away", asset, isAway })
    if (isAway) stage.away.add(asset)
    else stage.away.delete(asset)
  }

  const setStopped = async (operation: Extract<Operation, { kind: "stop" }>) => {
    await request(operation)
    const { stopped } = books.payouts
    if (operation.isStopped) stopped.add(operation.asset)
    else stopped.delete(operation.asset)
  }

  const happenOutside = async () => {
    const asset = dice.pick(ASSETS)
    const operation = await dice.weighed(CHAIN_OPERATIONS).draw(stage, asset)
    if (operation?.kind === "away") await setAway(asset, operation.isAway)
    else if (operation?.kind === "stop") await setStopped(operation)
    else if (operation !== null) await request(operation)
  }
  const sendAndSpend = async () => {
    const asset = dice.pick(ASSETS)
    stage.tick()
    const sends = Array.from({ length: dice.chance(0.3) ? 2 : 1 }, (): OperationRequest => {
      return { commandId: dice.id(), atMs: stage.atMs, operation: drawSend(stage, asset) }
    })
    const burst = [...sends, ...drawBurst(stage, dice.between(0, 4))]
    if (!books.payouts.isStopped(asset)) return audit(await askAll(burst), [])
    const before = await payments.handedOver(asset)
    await audit(await askAll(burst), [])
    const more = [...(await payments.handedOver(asset))].filter((txid) => !before.has(txid))
    if (more.length > 0) fail("a transaction was handed over while withdrawals are stopped", more)
  }

  const settleAll = finishWithdrawals({ stage, request, setStopped, setAway })

  const subscribing = liveSubscriptions({
    stage,
    witness: agreements,
    perform: async (burst, besideMax) => {
      const settled = await askAll([...burst, ...drawBurst(stage, dice.between(0, besideMax))])
      await audit(
        settled,
        burst.flatMap(({ operation }) => lookedAt(operation)),
      )
      return settled
    },
    fail,
  })
  const checkSubscriptions = async () => {
    await check("subscriptions differ", Promise.resolve(agreements.check()))
    await subscribing.checkLevels()
  }

  const lookAndSpend = async () => {
    const asset = dice.pick(ASSETS)
    stage.tick()
    const looks = Array.from({ length: dice.between(1, 2) }, (): OperationRequest => {
      return { commandId: dice.id(), atMs: stage.atMs, operation: { kind: "scan", asset } }
    })
    const burst = [...looks, ...drawBurst(stage, dice.between(0, 4))]
    await audit(await askAll(burst), [asset])
  }

  try {
    for (const person of stage.people)
      await request(...ASSETS.map((asset): Operation => ({ kind: "address", person, asset, wantsNew: false })))
    for (const asset of ASSETS) {
      for (const script of stage.scripts.get(asset) ?? [])
        if (dice.chance(0.5))
          await request({ kind: "faucet", asset, script, amount: String(dice.between(1, 90) * 1_000_000) })
      await request({ kind: "mine", asset, blocks: DEEP_BLOCKS })
      await request({ kind: "scan", asset })
    }
    stage.change = await setUpWithdrawals(url, stage)
    await setUpSubscriptions(url, stage)
    const known = { books, witness, payments, change: stage.change }
    let nextCheck = CHECK_EVERY
    while (done < operations) {
      const kind = dice.below(14)
      if (kind < 2) await happenOutside()
      else if (kind < 3) await lookAndSpend()
      else if (kind < 4) await sendAndSpend()
      else if (kind < 7) await subscribing.next()
      else await audit(await askAll(drawBurst(stage, dice.between(1, BURST_MAX))), [])
      if (done < nextCheck) continue
      nextCheck += CHECK_EVERY
      await check("balances differ", checkBalances(sql, books))
      await check("coins were spent otherwise", checkSpending(known))
      await checkSubscriptions()
    }
    await subscribing.end()
    await settleAll()
    await checkSubscriptions()
    await request({ kind: "flush" })
    await check("balances differ", checkBalances(sql, books))
    await check("the log differs", checkLog(sql, books))
    await check("coins were spent otherwise", checkSpending(known))
    await check("what is credited or paid is not what is on the chain", checkChains(known))
    await check("what is rebuilt differs", checkRebuild(sql))
    measured = await measure(sql, known)
  } finally {
    for (const process of processes) await process.close()
    await proxy.close()
    await sql.end({ timeout: 2 })
  }
  const ended = [...books.payouts.all.values()].map(({ phase }) => phase)
  return {
    seed,
    operations: done,
    seconds: (performance.now() - startedMs) / 1_000,
    kills: Object.fromEntries(killed),
    answers: Object.fromEntries(answers),
    figures: {
      reorgs,
      asked_again: resent,
      deposits_credited: witness.credited,
      deposits_reversed: witness.reversed,
      withdrawals_confirmed: ended.filter((phase) => phase === "confirmed").length,
      withdrawals_cancelled: ended.filter((phase) => phase === "cancelled").length,
      withdrawals_failed: ended.filter((phase) => phase === "failed").length,
      withdrawals_replaced: payments.replaced,
      withdrawals_arrived_anew: payments.swapped,
      ...agreements.figures(),
      double_payments: payments.doublePayments,
      overdrafts: measured.overdrafts,
      units_lost: measured.unitsLost,
    },
  }
}
