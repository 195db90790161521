/** A rebuild of all projections in its own process, for tests that kill it: `node rebuildAllProcess.ts URL`. Prints its progress. */
import { connect } from "#core/kernel"
import { rebuildTogether } from "../index.ts"
import { counters, sums } from "./registry.ts"

const [, , url = ""] = process.argv
const sql = connect(url, { connectionsMax: 6 })
await rebuildTogether(sql, [counters, sums], {
  decode: (projection, event) =>
    projection.familyOf(event.type)?.decodeSync(event.type, event.data) ?? { _tag: event.type },
  checkpointMs: 0,
  rowsInMemoryMax: 200,
  onProgress: ({ events }) => console.log(`filled ${events}`),
})
console.log("built")
await sql.end()
