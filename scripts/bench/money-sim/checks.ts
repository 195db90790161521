import { ManagedRuntime } from "effect"
import { Sealing, type SqlClient } from "#core/kernel"
import { compareBooks } from "#core/wallet"
import { type Decode, decodeHeard, prepareProjections } from "#projections/runner"
import { balances, keptBalances } from "#projections/wallet"
import type { Books } from "./Books.ts"
import type { ChainWitness } from "./ChainWitness.ts"
import { ASSETS } from "./Stage.ts"

/** What the product's tables hold otherwise than the auditor says; empty where all is right. */
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

/** What is wrong with the log: commands that happened twice or never, events that nobody asked for. */
export const checkLog = async (sql: SqlClient, books: Books): Promise<ReadonlyArray<string>> => {
  const counted = await sql<Array<{ type: string; count: number }>>`
    select type, count(*)::int as count from es.event
    where type similar to 'wallet\\.(Transferred%|Donated%|Hold%|Owner%)' group by type`
  const found = new Map(counted.map(({ type, count }) => [type, count]))
  const types = new Set([...found.keys(), ...books.events.keys()])
  const events = [...types].flatMap((type) => {
    const [is, right] = [found.get(type) ?? 0, books.events.get(type) ?? 0]
    return is === right ? [] : [`${is} events ${type}, should be ${right}`]
  })
  const ids = [...books.commands.keys()]
  const kept = await sql<Array<{ id: string; position: number }>>`
    select command_id::text as id, position from es.command where command_id = any(${ids}::uuid[])`
  const positions = new Map(kept.map(({ id, position }) => [id, position]))
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

/** What is credited otherwise than it is on the chain, once everything there is deep. */
export const checkChains = async (books: Books, witness: ChainWitness): Promise<ReadonlyArray<string>> => {
  const wrong: Array<string> = []
  for (const asset of ASSETS) {
    const custody = -(books.posted.get(`custody:${asset}:`) ?? 0n)
    const onChain = await witness.onChain(asset)
    if (custody !== onChain) wrong.push(`asset ${asset}: ${custody} are owed, ${onChain} are on the chain`)
  }
  return wrong
}

/** Whether the books and the read model follow from the log alone, by the product's own comparison. */
export const checkRebuild = async (sql: SqlClient): Promise<ReadonlyArray<string>> => {
  const sealing = await ManagedRuntime.make(Sealing.layerMemory).runPromise(Sealing)
  const decode: Decode = (projection, event) => decodeHeard(projection, sealing, event)
  await prepareProjections(sql, [balances], { decode })
  const { books, readModel, unbalanced } = await compareBooks(sql, keptBalances)
  return [...books, ...readModel, ...unbalanced].map((difference) => JSON.stringify(difference))
}
