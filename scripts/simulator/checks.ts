import { ManagedRuntime } from "effect"
import { Sealing, type SqlClient } from "#core/kernel"
import { compareBooks } from "#core/wallet"
import { type Decode, decodeEvent, prepareProjections } from "#projections/runner"
import { balances, readModelBalances } from "#projections/wallet"
import type { Books } from "./Books.ts"
import type { ChainWitness } from "./ChainWitness.ts"
import type { Asset } from "./Operation.ts"
import type { PayoutWitness } from "./PayoutWitness.ts"
import { ASSETS } from "./Stage.ts"

/** Returns differences between the product's tables and the auditor's books; empty if there are none. */
export const checkBalances = async (sql: SqlClient, books: Books): Promise<ReadonlyArray<string>> => {
  const rows = await sql<Array<{ account: string; posted: string; held: string }>>`
    select account, sum(posted)::text as posted, sum(held)::text as held
      from (select account, posted, held from wallet.account union all select account, amount, 0 from wallet.hot_entry) b
     group by account`
  const found = new Map(rows.map(({ account, posted, held }) => [account, `${posted} held ${held}`]))
  const accounts = new Set([...found.keys(), ...books.posted.keys(), ...books.held.keys()])
  const wrong = [...accounts].flatMap((account) => {
    const right = `${books.posted.get(account) ?? 0n} held ${books.held.get(account) ?? 0n}`
    const is = found.get(account) ?? "0 held 0"
    return is === right ? [] : [`${account}: ${is}, should be ${right}`]
  })
  const sums = new Map<string, bigint>()
  for (const { account, posted } of rows) {
    const asset = account.split(":")[1] ?? ""
    sums.set(asset, (sums.get(asset) ?? 0n) + BigInt(posted))
  }
  const unbalanced = [...sums].filter(([, sum]) => sum !== 0n).map(([asset, sum]) => `asset ${asset} sums to ${sum}`)
  const short = rows
    .filter(({ account, posted, held }) => account.startsWith("available:") && BigInt(posted) < BigInt(held))
    .map(({ account }) => `${account} is overdrawn`)
  return [...wrong, ...unbalanced, ...short]
}

/** Returns errors of the log: duplicate or missing commands, unexpected events. */
export const checkLog = async (sql: SqlClient, books: Books): Promise<ReadonlyArray<string>> => {
  const counted = await sql<Array<{ type: string; count: number }>>`
    select type, count(*)::int as count from es.event
    where type similar to '(ledger\\.(Transferred|Hold|Owner)|wallet\\.(Donated|ApprovalGiven|Withdrawal(Requested|Cancelled)))%' group by type`
  const found = new Map(counted.map(({ type, count }) => [type, count]))
  const types = new Set([...found.keys(), ...books.events.keys()])
  const events = [...types].flatMap((type) => {
    const [is, right] = [found.get(type) ?? 0, books.events.get(type) ?? 0]
    return is === right ? [] : [`${is} events ${type}, should be ${right}`]
  })
  const ids = [...books.commands.keys()]
  const stored = await sql<Array<{ id: string; position: number }>>`
    select command_id::text as id, position from es.command where command_id = any(${ids}::uuid[])`
  const positions = new Map(stored.map(({ id, position }) => [id, position]))
  const commands = [...books.commands].flatMap(([id, { position }]) => {
    const is = positions.get(id)
    return is === undefined || (position !== null && is !== position)
      ? [`command ${id} stands at ${is}, was answered ${position}`]
      : []
  })
  const doubled = await sql<Array<{ account: string }>>`
    select account from (
      select account, number, amount, balance,
        sum(amount) over entries as total, row_number() over entries as rank
      from wallet.entry window entries as (partition by account order by number)) e
    where total <> balance or rank <> number limit 5`
  return [...events, ...commands, ...doubled.map(({ account }) => `entries of ${account} do not follow each other`)]
}

/** Everything the auditor knows of a world. */
type Known = {
  readonly books: Books
  readonly witness: ChainWitness
  readonly payments: PayoutWitness
  /** Scripts of change, by asset. */
  readonly change: ReadonlyMap<Asset, string>
}

const ownScripts = ({ witness, change }: Known, asset: Asset): ReadonlyArray<string> => [
  ...witness.scriptsOf(asset),
  change.get(asset) ?? "",
]

/** Returns payout errors on the chains that must never occur. */
export const checkSpending = async (known: Known): Promise<ReadonlyArray<string>> => {
  const found = await Promise.all(ASSETS.map((asset) => known.payments.misspent(asset, ownScripts(known, asset))))
  return found.flat()
}

/**
 * Returns credits and payouts that differ from the chain, once everything there is confirmed deeply and no work is in
 * progress.
 */
export const checkChains = async (known: Known): Promise<ReadonlyArray<string>> => {
  const { books, witness, payments } = known
  const wrong: Array<string> = []
  for (const asset of ASSETS) {
    const scripts = ownScripts(known, asset)
    const posted = (kind: string) => books.posted.get(`${kind}:${asset}:`) ?? 0n
    const custody = -posted("custody")
    const [onChain, stolen] = [await witness.onChain(asset, scripts), await payments.stolen(asset, scripts)]
    if (custody !== onChain + stolen)
      wrong.push(`asset ${asset}: ${custody} are owed, ${onChain} are on the chain and ${stolen} were stolen`)
    for (const kind of ["out", "network"])
      if (posted(kind) !== 0n) wrong.push(`asset ${asset}: ${posted(kind)} stand on ${kind}, and nothing is under way`)
    const paid = [...books.payouts.all.values()].filter((each) => each.asset === asset && each.phase === "confirmed")
    const booked = paid.reduce((sum, { paidFee }) => sum + paidFee, 0n)
    const took = await payments.networkFees(asset)
    if (booked !== took) wrong.push(`asset ${asset}: ${booked} were booked as fees, the network took ${took}`)
    wrong.push(...(await payments.unpaid(asset)))
  }
  return wrong
}

/** Counts negative balances by the entries, and the units by which the wallet's tables and the chains differ. */
export const measure = async (
  sql: SqlClient,
  known: Known,
): Promise<{ readonly overdrafts: number; readonly unitsLost: number }> => {
  const [row] = await sql<Array<{ overdrafts: number }>>`
    select (select count(*)::int from wallet.entry where account like 'available:%' and balance < 0)
      + (select count(*)::int from wallet.account where account like 'available:%' and posted < held) as overdrafts`
  let unitsLost = 0n
  for (const asset of ASSETS) {
    const scripts = ownScripts(known, asset)
    const [stored] = await sql<Array<{ custody: string }>>`
      select coalesce(-sum(amount), 0)::text as custody from (
        select account, posted as amount from wallet.account union all select account, amount from wallet.hot_entry) b
      where account = ${`custody:${asset}:`}`
    const [onChain, stolen] = [await known.witness.onChain(asset, scripts), await known.payments.stolen(asset, scripts)]
    const difference = BigInt(stored?.custody ?? 0) - onChain - stolen
    unitsLost += difference < 0n ? -difference : difference
  }
  return { overdrafts: row?.overdrafts ?? 0, unitsLost: Number(unitsLost) }
}

/** Checks that the books and the read model follow from the log, by the product's own comparison. */
export const checkRebuild = async (sql: SqlClient): Promise<ReadonlyArray<string>> => {
  const sealing = await ManagedRuntime.make(Sealing.layerMemory).runPromise(Sealing)
  const decode: Decode = (projection, event) => decodeEvent(projection, sealing, event)
  await prepareProjections(sql, [balances], { decode })
  const { books, readModel, unbalanced } = await compareBooks(sql, readModelBalances)
  return [...books, ...readModel, ...unbalanced].map((difference) => JSON.stringify(difference))
}
