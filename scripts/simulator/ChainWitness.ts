import type { SqlClient } from "#core/kernel"
import type { ChainMove } from "./Books.ts"
import { type Asset, CHAINS } from "./Operation.ts"

/** An output to a simulated address, from the chain's own tables. */
type Output = {
  readonly id: string
  readonly script: string
  readonly amount: bigint
  readonly isWaiting: boolean
  /** 0: not in a block of the chain. */
  readonly confirmations: number
  readonly block: string | null
  /** A confirmed transaction has spent the same coins, or those of an ancestor. */
  readonly isLost: boolean
}

type Known = {
  readonly owner: string
  readonly amount: bigint
  needed: number
  /** Its block at the last scan. */
  block: string | null
  isCredited: boolean
}
type DepositRow = {
  readonly position: number
  readonly depositId: string
  readonly type: string
  readonly missing: string | null
  readonly owed: string | null
}

const LARGE_UNITS = 100_000_000n
const NEEDED = { 1: [2, 6], 2: [10, 10], 3: [6, 12] } as const

/** The auditor's view of deposits: reads the chains' tables and derives the expected result of a scan. */
export class ChainWitness {
  readonly #sql: SqlClient
  readonly #owners = new Map<string, string>()
  readonly #known = new Map<string, Known>()
  readonly #positions = new Map<Asset, number>()
  /** Credited and reversed deposits, for the summary. */
  credited = 0
  reversed = 0

  constructor(sql: SqlClient) {
    this.#sql = sql
  }

  /** Records that an address was assigned to a person. Returns false if it already belongs to another person. */
  give(asset: Asset, script: string, person: string): boolean {
    const key = `${asset} ${script}`
    const before = this.#owners.get(key)
    if (before === undefined) this.#owners.set(key, person)
    return before === undefined || before === person
  }

  /** Returns the owner of the address with this script; null if it belongs to no simulated person. */
  ownerOf(asset: Asset, script: string): string | null {
    return this.#owners.get(`${asset} ${script}`) ?? null
  }

  /** Scripts assigned to persons. */
  scriptsOf(asset: Asset): ReadonlyArray<string> {
    return [...this.#owners.keys()].flatMap((key) =>
      key.startsWith(`${asset} `) ? [key.slice(String(asset).length + 1)] : [],
    )
  }

  /** Returns the expected facts of a scan by deposit, and their effect on the books, given the reported facts. */
  async expect(asset: Asset): Promise<{ readonly moves: ReadonlyArray<ChainMove>; readonly problem: string | null }> {
    const outputs = await this.#outputs(asset)
    const listed = await this.#listed(asset)
    const moves: Array<ChainMove> = []
    const expected = new Set<string>()
    const ownerOf = ({ script }: Output) => this.#owners.get(`${asset} ${script}`) ?? ""
    for (const { id, script, amount, isWaiting, confirmations, block, isLost } of outputs) {
      const owner = this.#owners.get(`${asset} ${script}`) ?? ""
      const isThere = isWaiting || confirmations > 0
      let known = this.#known.get(id)
      if (known === undefined) {
        if (!isThere) continue
        known = { owner, amount, needed: Number.POSITIVE_INFINITY, block: null, isCredited: false }
        this.#known.set(id, known)
        expected.add(`${id} Seen`)
      }
      const isNew = block !== null && block !== known.block
      known.block = block
      if (isNew) {
        const [usual, large] = NEEDED[asset]
        // A large payment split into parts waits as long as an undivided one.
        const together = most(
          sumOf(outputs.filter((each) => txidOf(each) === txidOf({ id }))),
          sumOf(outputs.filter((each) => ownerOf(each) === owner && isShallow(each, large))),
        )
        known.needed = together < LARGE_UNITS ? usual : large
      }
      const about = { owner, asset, amount, deposit: id }
      const find = (what: string) => listed.find(({ depositId, type }) => depositId === id && type === what)
      if (confirmations >= known.needed && !known.isCredited) {
        known.isCredited = true
        this.credited += 1
        expected.add(`${id} Credited`)
        const { owed = null, position = 0 } = find("Credited") ?? {}
        moves.push({ ...about, kind: "credited", missing: 0n, owed: BigInt(owed ?? 0), position })
      }
      if (confirmations === 0 && known.isCredited) {
        known.isCredited = false
        this.reversed += 1
        expected.add(`${id} Reversed`)
        const { missing = null, position = 0 } = find("Reversed") ?? {}
        moves.push({ ...about, kind: "reversed", missing: BigInt(missing ?? 0), owed: 0n, position })
      }
      if (!isThere && isLost) {
        this.#known.delete(id)
        expected.add(`${id} Vanished`)
      }
    }
    const found = listed.map(({ depositId, type }) => `${depositId} ${type}`)
    const wrong = [
      ...found
        .filter((one, index) => !expected.has(one) || found.indexOf(one) !== index)
        .map((one) => `listed: ${one}`),
      ...[...expected].filter((one) => !found.includes(one)).map((one) => `not listed: ${one}`),
    ]
    return { moves, problem: wrong.length === 0 ? null : wrong.join("\n") }
  }

  /** Returns the sum of all units on these scripts on the chain now. */
  async onChain(asset: Asset, scripts: ReadonlyArray<string>): Promise<bigint> {
    const [row] = await this.#sql<Array<{ sum: string }>>`
      select coalesce(sum(o.amount), 0)::text as sum from sim.output o
        join sim.transaction t on t.network = o.network and t.txid = o.txid and t.state = 'block'
      where o.network = ${CHAINS[asset]} and o.script = any(${[...scripts]}) and not exists (
        select from sim.spend s join sim.transaction x on x.network = s.network and x.txid = s.txid and x.state = 'block'
        where s.network = o.network and s.spent_txid = o.txid and s.spent_vout = o.vout)`
    return BigInt(row?.sum ?? 0)
  }

  /** Returns payments to simulated persons whose state can still change, newest first. */
  async payments(asset: Asset): Promise<ReadonlyArray<{ readonly txid: string; readonly isWaiting: boolean }>> {
    return this.#sql<Array<{ txid: string; isWaiting: boolean }>>`
      select t.txid, t.state = 'mempool' as "isWaiting" from sim.transaction t
        join sim.chain c on c.network = t.network
        left join sim.block b on b.network = t.network and b.hash = t.block_hash
      where t.network = ${CHAINS[asset]} and not t.is_coinbase and t.state <> 'gone'
        and (b.height is null or b.height > c.tip_height - 10)
      order by t.arrival desc limit 20`
  }

  async #outputs(asset: Asset): Promise<ReadonlyArray<Output>> {
    const scripts = [...this.scriptsOf(asset)]
    const rows = await this.#sql<Array<Omit<Output, "amount"> & { readonly amount: string }>>`
      select ${`${asset}.`} || o.txid || '.' || o.vout as id, o.script, o.amount::text, t.state = 'mempool' as "isWaiting",
        coalesce(c.tip_height - b.height + 1, 0) as confirmations, b.hash as block,
        t.state = 'gone' and exists (
          with recursive lost as (
            select t.txid
            union
            select p.txid from lost l join sim.spend a on a.network = t.network and a.txid = l.txid
              join sim.transaction p on p.network = a.network and p.txid = a.spent_txid and p.state = 'gone')
          select from lost join sim.spend mine on mine.network = o.network and mine.txid = lost.txid
            join sim.spend s on s.network = mine.network and s.spent_txid = mine.spent_txid
              and s.spent_vout = mine.spent_vout and s.txid <> mine.txid
            join sim.transaction x on x.network = s.network and x.txid = s.txid and x.state = 'block'
          ) as "isLost"
      from sim.output o
        join sim.transaction t on t.network = o.network and t.txid = o.txid
        join sim.chain c on c.network = o.network
        left join sim.block b on b.network = o.network and b.hash = t.block_hash and b.is_active
      where o.network = ${CHAINS[asset]} and o.script = any(${scripts})
      order by t.arrival, o.vout`
    return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }))
  }

  /** Returns the deposit facts reported since the last call. */
  async #listed(asset: Asset): Promise<ReadonlyArray<DepositRow>> {
    const rows = await this.#sql<Array<DepositRow>>`
      select position, data->>'depositId' as "depositId", data->>'missing' as missing,
        data->>'owed' as owed, substring(type from 'wallet\\.Deposit(.*)\\.v1') as type
      from es.event where position > ${this.#positions.get(asset) ?? 0} and type in ('wallet.DepositSeen.v1',
        'wallet.DepositCredited.v1', 'wallet.DepositReversed.v1', 'wallet.DepositVanished.v1')
        and data->>'assetTypeId' = ${String(asset)} order by position`
    const last = rows.at(-1)
    if (last !== undefined) this.#positions.set(asset, last.position)
    return rows
  }
}

const txidOf = ({ id }: Pick<Output, "id">): string => id.split(".")[1] ?? ""
const isShallow = ({ confirmations }: Output, deep: number): boolean => confirmations > 0 && confirmations < deep
const sumOf = (outputs: ReadonlyArray<Output>): bigint => outputs.reduce((sum, { amount }) => sum + amount, 0n)
const most = (one: bigint, other: bigint): bigint => (one > other ? one : other)
