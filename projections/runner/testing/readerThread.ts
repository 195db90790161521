/** Queries read.counter continuously over several connections, until it is stopped. */
import { parentPort, workerData } from "node:worker_threads"
import { connect } from "#core/kernel"

const CONNECTIONS = 3
const { url, rowsMin } = workerData as { url: string; rowsMin: number }
const sql = connect(url, { connectionsMax: CONNECTIONS })
const failures: Array<string> = []
let queries = 0
let longestMs = 0
let isStopped = false

const request = async (index: number) => {
  while (!isStopped) {
    const startedMs = performance.now()
    try {
      // Prepared and unprepared, for one row and for all.
      const [row] =
        index % 2 === 0
          ? await sql<Array<{ rows: number }>>`select count(*) as rows from read.counter`
          : await sql.unsafe<Array<{ rows: number }>>(
              "select count(*) as rows from read.counter a join read.counter b using (id)",
            )
      if ((row?.rows ?? 0) < rowsMin) failures.push(`only ${row?.rows} rows`)
    } catch (error) {
      failures.push(String(error))
    }
    queries++
    longestMs = Math.max(longestMs, performance.now() - startedMs)
  }
}
const asking = Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => request(index)))
parentPort?.postMessage("ready")
parentPort?.once("message", async () => {
  isStopped = true
  await asking
  await sql.end()
  parentPort?.postMessage({ queries, failures, longestMs })
})
