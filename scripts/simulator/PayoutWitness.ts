import type { SqlClient } from "#core/kernel"
import { type Asset, CHAINS, type Outpoint } from "./Operation.ts"
import { hasEnded, type Payout, type PayoutFact, type Payouts } from "./Payouts.ts"

const CONFIRMATIONS = { 1: 2, 2: 10, 3: 6 } as const

type WithdrawalRow = {
  readonly position: number
  readonly type: PayoutFact["type"]
  readonly withdrawalId: string
  readonly at: string
  readonly fee: string | null
  readonly txid: string | null
  readonly raw: string | null
  readonly inputs: ReadonlyArray<Outpoint> | null
  readonly isSent: boolean | null
  readonly missing: string | null
}

/** The auditor's view of payouts: facts reported by workers, and the chains' own tables. */
export class PayoutWitness {
  readonly #sql: SqlClient
  readonly #payouts: Payouts
  /** The recipient of transactions by someone else with our keys, so that these can be recognized. */
  readonly rivals = new Set<string>()
  #position = 0
  readonly #arrived = new Set<string>()
  replaced = 0
  swapped = 0
  doublePayments = 0

  constructor(sql: SqlClient, payouts: Payouts) {
    this.#sql = sql
    this.#payouts = payouts
  }

  /** Returns the facts reported by workers since the last call, in log order. */
  async newFacts(): Promise<ReadonlyArray<PayoutFact>> {
    const rows = await this.#sql<Array<WithdrawalRow>>`
      select position, substring(type from 'wallet\\.Withdrawal(.*)\\.v1') as type, data->>'withdrawalId' as "withdrawalId",
        data->>'at' as at, data->>'fee' as fee, data->>'txid' as txid, data->>'raw' as raw, data->'inputs' as inputs,
        (data->>'isSent')::boolean as "isSent", data->>'missing' as missing
      from es.event where position > ${this.#position} and type in ('wallet.WithdrawalApproved.v1',
        'wallet.WithdrawalBuilt.v1', 'wallet.WithdrawalHeldBack.v1', 'wallet.WithdrawalSigned.v1',
        'wallet.WithdrawalBroadcast.v1', 'wallet.WithdrawalSeen.v1', 'wallet.WithdrawalConfirmed.v1',
        'wallet.WithdrawalFailed.v1') or position > ${this.#position} and type = 'wallet.WithdrawalCancelled.v1'
        and data->>'by' = 'chain' order by position`
    this.#position = rows.at(-1)?.position ?? this.#position
    return rows.map(({ at, fee, raw, inputs, isSent, missing, ...row }) => ({
      ...row,
      atMs: Date.parse(at),
      fee: BigInt(fee ?? 0),
      raw: raw ?? "",
      inputs: inputs ?? [],
      isSent: isSent === true,
      missing: BigInt(missing ?? 0),
    }))
  }

  /** Returns the reported facts that the chain does not show. No block was mined since. */
  async unproven(facts: ReadonlyArray<PayoutFact>): Promise<ReadonlyArray<string>> {
    const wrong: Array<string> = []
    for (const { type, withdrawalId, txid, fee } of facts) {
      const payout = this.#payouts.all.get(withdrawalId)
      if (payout === undefined) continue
      if (type === "Signed" && payout.attempts.length > 1) this.replaced += 1
      if (type === "Failed") {
        const there = await this.#there(payout.attempts)
        if (there.length > 0) wrong.push(`${withdrawalId} failed, and ${there[0]} is there`)
      }
      if (type === "Confirmed" && txid !== null) {
        if (this.#arrived.has(withdrawalId)) this.swapped += 1
        this.#arrived.add(withdrawalId)
        const problem = await this.#problemOf(payout, txid, fee)
        if (problem !== null) wrong.push(`${withdrawalId} confirmed by ${txid}: ${problem}`)
      }
    }
    return wrong
  }

  /** Our transactions that were broadcast. */
  async handedOver(asset: Asset): Promise<ReadonlySet<string>> {
    const there = await this.#there(this.#payouts.open(asset).flatMap(({ attempts }) => attempts))
    return new Set(there)
  }

  /** Returns transactions that could replace the one by which a withdrawal arrived, and the depth of that one. */
  async others(asset: Asset): Promise<ReadonlyArray<{ readonly raw: string; readonly depth: number }>> {
    const arrived = [...this.#payouts.all.values()].filter(
      (payout) => payout.asset === asset && payout.phase === "confirmed" && payout.attempts.length > 1,
    )
    const rows = await this.#sql<Array<{ txid: string; depth: number }>>`
      select t.txid, c.tip_height - b.height + 1 as depth from sim.transaction t
        join sim.chain c on c.network = t.network
        join sim.block b on b.network = t.network and b.hash = t.block_hash and b.is_active
      where t.network = ${CHAINS[asset]} and t.txid = any(${arrived.flatMap(({ attempts }) => attempts.map(({ txid }) => txid))})`
    const depths = new Map(rows.map(({ txid, depth }) => [txid, depth]))
    return arrived.flatMap(({ attempts }) => {
      const depth = attempts.map(({ txid }) => depths.get(txid)).find((each) => each !== undefined)
      if (depth === undefined) return []
      return attempts.filter(({ txid }) => !depths.has(txid)).map(({ raw }) => ({ raw, depth }))
    })
  }

  /**
   * Returns coins of ours that are not spent by exactly one transaction of one withdrawal, or are paid more than once.
   */
  async misspent(asset: Asset, scripts: ReadonlyArray<string>): Promise<ReadonlyArray<string>> {
    const network = CHAINS[asset]
    const payouts = [...this.#payouts.all.values()].filter((payout) => payout.asset === asset)
    const spenders = await this.#sql<Array<{ txid: string; isRival: boolean }>>`
      select t.txid, exists (
          select from sim.output o where o.network = t.network and o.txid = t.txid and o.script = any(${[...this.rivals]})
        ) as "isRival"
      from sim.transaction t where t.network = ${network} and t.state <> 'gone' and exists (
        select from sim.spend s join sim.output o on o.network = s.network and o.txid = s.spent_txid and o.vout = s.spent_vout
        where s.network = t.network and s.txid = t.txid and o.script = any(${[...scripts]}))`
    const owners = new Map(payouts.flatMap(({ id, attempts }) => attempts.map(({ txid }) => [txid, id] as const)))
    const paid = new Map<string, number>()
    const wrong: Array<string> = []
    for (const { txid, isRival } of spenders) {
      const owner = owners.get(txid)
      if (owner !== undefined) paid.set(owner, (paid.get(owner) ?? 0) + 1)
      else if (!isRival) wrong.push(`${txid} spends coins of ours for nobody`)
    }
    for (const [id, times] of paid) {
      if (times < 2) continue
      this.doublePayments += 1
      wrong.push(`withdrawal ${id} is paid ${times} times`)
    }
    const stored = await this.#sql<Array<{ id: string; phase: string }>>`
      select withdrawal_id as id, phase from wallet.withdrawal where asset_type_id = ${asset}`
    const phases = new Map(stored.map(({ id, phase }) => [id, phase]))
    for (const { id, phase } of payouts)
      if (phases.get(id) !== phase) wrong.push(`withdrawal ${id} is kept as ${phases.get(id)}, should be ${phase}`)
    if (phases.size > payouts.length)
      wrong.push(`${phases.size} withdrawals are kept, ${payouts.length} were asked for`)
    return wrong
  }

  /**
   * After everything is settled: returns payments on the chain without a matching withdrawal, and withdrawals without a
   * matching payment.
   */
  async unpaid(asset: Asset): Promise<ReadonlyArray<string>> {
    const due = new Map<string, bigint>()
    const wrong: Array<string> = []
    for (const payout of this.#payouts.all.values()) {
      const { id, phase, script, internalRecipientId, amount } = payout
      if (payout.asset !== asset || internalRecipientId !== null) continue
      if (!hasEnded(payout)) wrong.push(`withdrawal ${id} is stuck: ${phase}`)
      due.set(script, (due.get(script) ?? 0n) + (phase === "confirmed" ? amount : 0n))
    }
    const rows = await this.#sql<Array<{ script: string; sum: string }>>`
      select o.script, sum(o.amount)::text as sum from sim.output o
        join sim.transaction t on t.network = o.network and t.txid = o.txid and t.state = 'block'
      where o.network = ${CHAINS[asset]} and o.script = any(${[...due.keys()]}) group by o.script`
    const paid = new Map(rows.map(({ script, sum }) => [script, BigInt(sum)]))
    for (const [script, amount] of due) {
      const is = paid.get(script) ?? 0n
      if (is > amount) this.doublePayments += 1
      if (is !== amount) wrong.push(`${script} was paid ${is} on the chain, and ${amount} were withdrawn to it`)
    }
    const taken = await this.#sql<Array<{ id: string }>>`
      select distinct withdrawal_id as id from wallet.withdrawal_input where asset_type_id = ${asset}`
    for (const { id } of taken) wrong.push(`withdrawal ${id} still has coins: ${await this.#wayOf(id)}`)
    return wrong
  }

  /** Whether withdrawals still have reserved coins, which is so until they are final. */
  async keepCoins(): Promise<boolean> {
    const [row] = await this.#sql<Array<{ keep: boolean }>>`
      select exists (select from wallet.withdrawal_input) as keep`
    return row?.keep === true
  }

  /** Returns the phase of a withdrawal and the depth of each of its transactions. */
  async #wayOf(id: string): Promise<string> {
    const { phase, paidBy, attempts = [] } = this.#payouts.all.get(id) ?? {}
    const rows = await this.#sql<Array<{ txid: string; state: string; depth: number | null }>>`
      select t.txid, t.state, c.tip_height - b.height + 1 as depth from sim.transaction t
        join sim.chain c on c.network = t.network
        left join sim.block b on b.network = t.network and b.hash = t.block_hash and b.is_active
      where t.txid = any(${attempts.map(({ txid }) => txid)})`
    const stands = rows.map(({ txid, state, depth }) => `${txid} ${state} ${depth ?? "-"}`)
    return `${phase} by ${paidBy}; ${attempts.length} transactions: ${stands.join(", ")}`
  }

  /** Returns what someone else with our keys took: it is missing on the chain and belongs to no withdrawal. */
  async stolen(asset: Asset, scripts: ReadonlyArray<string>): Promise<bigint> {
    const [row] = await this.#sql<Array<{ sum: string }>>`
      with rival as (
        select distinct t.txid from sim.output r join sim.transaction t on t.network = r.network and t.txid = r.txid
        where r.network = ${CHAINS[asset]} and r.script = any(${[...this.rivals]}) and t.state = 'block')
      select (coalesce((
          select sum(o.amount) from rival join sim.spend s on s.network = ${CHAINS[asset]} and s.txid = rival.txid
            join sim.output o on o.network = s.network and o.txid = s.spent_txid and o.vout = s.spent_vout), 0)
        - coalesce((
          select sum(o.amount) from rival join sim.output o on o.network = ${CHAINS[asset]} and o.txid = rival.txid
          where o.script = any(${[...scripts]})), 0))::text as sum`
    return BigInt(row?.sum ?? 0)
  }

  /** Returns the network fees of our confirmed payouts. */
  async networkFees(asset: Asset): Promise<bigint> {
    const txids = [...this.#payouts.all.values()]
      .filter((payout) => payout.asset === asset)
      .flatMap(({ attempts }) => attempts.map(({ txid }) => txid))
    const [row] = await this.#sql<Array<{ sum: string }>>`
      select coalesce(sum(
        (select sum(o.amount) from sim.spend s join sim.output o
          on o.network = s.network and o.txid = s.spent_txid and o.vout = s.spent_vout
          where s.network = t.network and s.txid = t.txid)
        - (select sum(o.amount) from sim.output o where o.network = t.network and o.txid = t.txid)), 0)::text as sum
      from sim.transaction t where t.network = ${CHAINS[asset]} and t.state = 'block' and t.txid = any(${txids})`
    return BigInt(row?.sum ?? 0)
  }

  /** Returns payments to us that are in no block and no mempool, parents first. */
  async lost(asset: Asset): Promise<ReadonlyArray<string>> {
    const own = [...this.#payouts.all.values()].flatMap(({ attempts }) => attempts.map(({ txid }) => txid))
    const rows = await this.#sql<Array<{ raw: string }>>`
      select encode(t.raw, 'hex') as raw from sim.transaction t
      where t.network = ${CHAINS[asset]} and t.state = 'gone' and not t.is_coinbase and not (t.txid = any(${own}))
        and not exists (
          select from sim.output r where r.network = t.network and r.txid = t.txid and r.script = any(${[...this.rivals]}))
        and not exists (
          select from sim.spend mine
            join sim.spend s on s.network = mine.network and s.spent_txid = mine.spent_txid
              and s.spent_vout = mine.spent_vout and s.txid <> mine.txid
            join sim.transaction x on x.network = s.network and x.txid = s.txid and x.state <> 'gone'
          where mine.network = t.network and mine.txid = t.txid)
      order by t.arrival limit 50`
    return rows.map(({ raw }) => raw)
  }

  /** Returns which of these are in a block or in the mempool. */
  async #there(attempts: Payout["attempts"]): Promise<ReadonlyArray<string>> {
    const rows = await this.#sql<Array<{ txid: string }>>`
      select txid from sim.transaction where state <> 'gone' and txid = any(${attempts.map(({ txid }) => txid)})`
    return rows.map(({ txid }) => txid)
  }

  async #problemOf({ asset, script, amount }: Payout, txid: string, fee: bigint): Promise<string | null> {
    const [row] = await this.#sql<Array<{ confirmations: number; fee: string; paid: string; times: number }>>`
      select c.tip_height - b.height + 1 as confirmations, t.fee::text as fee,
        (select coalesce(sum(o.amount), 0)::text from sim.output o
          where o.network = t.network and o.txid = t.txid and o.script = ${script}) as paid,
        (select count(*)::int from sim.output o
          where o.network = t.network and o.txid = t.txid and o.script = ${script}) as times
      from sim.transaction t join sim.chain c on c.network = t.network
        join sim.block b on b.network = t.network and b.hash = t.block_hash and b.is_active
      where t.network = ${CHAINS[asset]} and t.txid = ${txid}`
    if (row === undefined) return "it is in no block"
    if (row.confirmations < CONFIRMATIONS[asset]) return `after ${row.confirmations} blocks`
    if (BigInt(row.fee) !== fee) return `for ${fee}, the network took ${row.fee}`
    return row.times === 1 && BigInt(row.paid) === amount ? null : `it pays ${row.paid} in ${row.times}, not ${amount}`
  }
}
