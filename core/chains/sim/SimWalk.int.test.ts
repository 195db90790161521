import { createHash } from "node:crypto"
import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { connect, type SqlClient } from "#core/kernel"
import { type TestDatabase, testDatabase } from "#testing"
import { networks } from "../networks.ts"
import { makeTestAccount } from "../testing/testAccount.ts"
import { FIRST_OUTPUT_UNITS, FIRST_OUTPUTS, REWARD_UNITS } from "./faucet.ts"
import { makeSimChain } from "./makeSimChain.ts"
import { makeSimWorld } from "./makeSimWorld.ts"

/** Number of steps of one walk, and the seed of its random choices; a failure names the step. */
const STEPS = Number(process.env["SIM_WALK_STEPS"] ?? 60)
const SEED = process.env["SIM_WALK_SEED"] ?? "walk"

let database: TestDatabase
let sql: SqlClient
beforeAll(async () => {
  database = await testDatabase()
  sql = connect(database.url)
})
afterAll(async () => {
  await sql.end()
  await database.drop()
})

it("a demo chain never loses or double-spends a coin under random operations", async () => {
  const place = { sql, network: networks.BTC.demo, seed: SEED }
  const [chain, world] = [makeSimChain(place), makeSimWorld(place)]
  const account = makeTestAccount(place.network, SEED)
  const scripts = [0, 1, 2, 3].map((index) => account.watchOf(0, index))
  const change = account.watchOf(1, 0)
  await Effect.runPromise(chain.watch([...scripts, change]))

  let drawn = 0
  const draw = (below: number): number =>
    createHash("sha256").update(`${SEED} ${drawn++}`).digest().readUInt32BE() % below
  const paid: Array<string> = []
  const script = () => (scripts[draw(scripts.length)] ?? change).script
  const anyPaid = () => paid[draw(Math.max(1, paid.length))] ?? "00".repeat(32)
  const steps: ReadonlyArray<Effect.Effect<unknown, unknown>> = [
    Effect.suspend(() => world.faucet({ script: script(), amount: BigInt(10_000 + draw(5_000_000)) })).pipe(
      Effect.tap((txid) => Effect.sync(() => paid.push(txid))),
    ),
    Effect.suspend(() => world.mine(1 + draw(2))),
    Effect.suspend(() => world.reorg(1 + draw(12), draw(3) === 0)),
    Effect.suspend(() => world.bump(anyPaid())),
    Effect.suspend(() => world.doubleSpend(anyPaid())),
    Effect.suspend(() => world.evict(anyPaid())),
    Effect.gen(function* () {
      const built = yield* chain.build({
        outputs: [{ script: script(), amount: BigInt(1_000 + draw(200_000)) }],
        changeScript: change.script,
        feeRate: BigInt(1_000 + draw(20_000)),
        feeMax: 100_000_000n,
        confirmationsMin: 1,
      })
      yield* chain.broadcast(account.sign(built.psbt))
    }),
  ]
  // Payments and blocks are more frequent than operations that undo them.
  const often = [0, 0, 0, 1, 1, 1, 2, 3, 4, 5, 6, 6, 6].map((index) => steps[index] ?? Effect.void)
  for (let step = 0; step < STEPS; step++) {
    await Effect.runPromise(Effect.result(often[draw(often.length)] ?? Effect.void))
    expect([step, await wrongs(sql)]).toEqual([step, { spentTwice: 0, unfounded: 0, early: 0, lost: "0" }])
  }
  const states = await sql<Array<{ state: string }>>`select distinct state from sim.transaction where not is_coinbase`
  expect(states.length).toBeGreaterThan(1)
})

/** Double spends, spends of missing coins, spends before their coins exist, and a wrong total amount. */
const wrongs = async (sql: SqlClient) => {
  const first = String(BigInt(FIRST_OUTPUTS) * FIRST_OUTPUT_UNITS)
  const [row] = await sql`
    with living as (select * from sim.transaction where state <> 'gone'),
    spends as (select s.*, t.block_hash from sim.spend s join living t using (network, txid))
    select
      (select count(*)::int from (select 1 from spends group by spent_txid, spent_vout having count(*) > 1) d) as "spentTwice",
      (select count(*)::int from spends s left join living t on t.txid = s.spent_txid where t.txid is null) as unfounded,
      (select count(*)::int from spends s join sim.block b on b.hash = s.block_hash
        join living t on t.txid = s.spent_txid left join sim.block e on e.hash = t.block_hash
        where e.height is null or e.height > b.height or not e.is_active or not b.is_active) as early,
      (select (${first}::text::numeric + tip_height * ${String(REWARD_UNITS)}::text::numeric)::text from sim.chain)::numeric -
        (select sum(o.amount) from sim.output o join living t using (network, txid)
          where t.state = 'block' and not exists (
            select from spends s where s.spent_txid = o.txid and s.spent_vout = o.vout and s.block_hash is not null)
        ) as lost`
  return { ...row }
}
