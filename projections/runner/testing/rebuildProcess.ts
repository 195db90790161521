/** A rebuild in its own process, for tests that kill it: `node rebuildProcess.ts URL THREADS`. Prints its progress. */
import { connect } from "#core/kernel"
import { rebuild } from "../index.ts"
import { counters } from "./registry.ts"

const [, , url = "", count = "1"] = process.argv
const sql = connect(url, { connectionsMax: 6 })
const registry = new URL("./registry.ts", import.meta.url).href
const { build } = await rebuild(sql, counters, {
  decode: (projection, event) =>
    projection.familyOf(event.type)?.decodeSync(event.type, event.data) ?? { _tag: event.type },
  workers: { count: Number(count), url, registry, masterKey: Buffer.alloc(32, 7) },
  rowsInMemoryMax: 200,
  onProgress: ({ events }) => console.log(`filled ${events}`),
})
console.log(`built ${build}`)
await sql.end()
