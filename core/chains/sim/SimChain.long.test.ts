import { afterAll, beforeAll } from "vitest"
import { connect, type SqlClient } from "#core/kernel"
import { type TestDatabase, testDatabase } from "#testing"
import { chainConformance } from "../Chain.conformance.ts"
import { CHAIN_NAMES, networks } from "../networks.ts"
import { makeTestAccount } from "../testing/testAccount.ts"
import { makeSimChain } from "./makeSimChain.ts"
import { makeSimWorld } from "./makeSimWorld.ts"

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

for (const name of CHAIN_NAMES) {
  const network = networks[name].demo
  chainConformance(`the demo chain of ${name}`, network, async () => {
    const place = { sql, network, seed: "conformance" }
    const world = makeSimWorld(place)
    return {
      chain: makeSimChain(place),
      account: makeTestAccount(network, `conformance ${name}`),
      world: {
        pay: (script, amount) => world.faucet({ script, amount }),
        mine: (blocks, include = []) => world.mine(blocks, { include }),
        reorg: (depth) => world.reorg(depth),
        bump: world.bump,
        doubleSpend: world.doubleSpend,
        evict: world.evict,
      },
      close: async () => undefined,
    }
  })
}
