// Patches postgres.js after every install; docs/decisions/0009-a-mended-driver.md gives the reasons. Plain JavaScript
// without dependencies: npm runs it (`postinstall`) on Node 18 or newer. Issue numbers are those of porsager/postgres.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const folder = fileURLToPath(new URL("../node_modules/postgres", import.meta.url))
const VERSION = "3.4.9"

/** Each patch: the file, a text that occurs in it exactly once, and its replacement. */
const patches = [
  // A deferred write finds no socket: the TypeError is thrown from a timer and ends the process. #1066, #1154, #1208.
  [
    "src/connection.js",
    `    const x = socket.write(chunk, fn)
    nextWriteTimer !== null && clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = null
    return x
`,
    `    const bytes = chunk
    nextWriteTimer !== null && clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = null
    if (socket === null) {
      error(Errors.connection('CONNECTION_CLOSED', options))
      return false
    }
    return socket.write(bytes, fn)
`,
  ],
  // Deferred bytes of a lost connection block the next one in its slot; a query sent between the error and the close
  // never settles. Reset the state, and reject every query of the connection. Found by our tests.
  [
    "src/connection.js",
    `    if (initial)
      return reconnect()

    !hadError && (query || sent.length) && error(`,
    `    chunk = nextWriteTimer = null
    if (initial) {
      query = results = errorResponse = null
      return reconnect()
    }

    if (query || sent.length) error(`,
  ],
  [
    "src/connection.js",
    `    closedTime = performance.now()
    hadError && options.shared.retries++
`,
    `    query = results = errorResponse = null
    closedTime = performance.now()
    hadError && options.shared.retries++
`,
  ],
  // If the socket applies backpressure, BEGIN runs on a connection that the pool then gives to others. Found by our tests.
  [
    "src/connection.js",
    `      return write(toBuffer(q))
        && !q.describeFirst
        && !q.cursorFn
        && sent.length < max_pipeline
        && (!q.options.onexecute || q.options.onexecute(connection))
`,
    `      const ready = write(toBuffer(q))
        && !q.describeFirst
        && !q.cursorFn
        && sent.length < max_pipeline
      return q.options.onexecute
        ? (q.options.onexecute(connection), false)
        : ready
`,
  ],
  // A statement that fails after its first rows leaves its row count, so the next one loses rows. Found by our tests.
  [
    "src/connection.js",
    `    query = results = errorResponse = null
    result = new Result()
`,
    `    query = results = errorResponse = null
    rows = 0
    result = new Result()
`,
  ],
  // A connection lost during the query for array types rejects a promise without a handler, which ends the process;
  // the waiting query gets the error anyway. Found by our tests.
  ["src/connection.js", "        return fetchArrayTypes()\n", "        return fetchArrayTypes().catch(() => {})\n"],
  // Queries of a reservation whose connection is lost run on another connection, or never settle. #1186, #1208.
  [
    "src/index.js",
    `    sql.release = () => {
      c.reserved = null
      onopen(c)
    }
`,
    `    let lost = null
    const gone = e => {
      lost = e
      while (queue.length)
        queue.shift().reject(e)
    }
    const release = () => {
      if (lost)
        return
      c.onclose = null
      c.reserved = null
      onopen(c)
    }
    c.onclose = gone
    sql.release = release
`,
  ],
  [
    "src/index.js",
    `    function handler(q) {
      c.queue === full
        ? queue.push(q)
        : c.execute(q) || move(c, full)
    }
`,
    `    function handler(q) {
      if (lost)
        return q.reject(lost)
      c.queue === full
        ? queue.push(q)
        : c.execute(q) || move(c, full)
    }
`,
  ],
  // V8 allocates a function that is written in a property assignment in the old generation. These two live as long as one
  // query and keep its parameters and rows until a full collection: 20 % of all allocations were promoted (the report of
  // decision 0009).
  [
    "src/query.js",
    `    this.resolve = x => (this.active = false, resolve(x))
    this.reject = x => (this.active = false, reject(x))

    this.active = false
`,
    `    const done = x => (this.active = false, resolve(x))
    const failed = x => (this.active = false, reject(x))
    this.resolve = done
    this.reject = failed

    this.active = false
`,
  ],
  // A caller that waits for a reservation while a connection is lost is answered after it gave up, or never. #1195.
  [
    "src/index.js",
    "        const query = { reserve: resolve, reject }\n",
    "        const query = { reserve: resolve, reject: e => (queries.remove(query), reject(e)) }\n",
  ],
  [
    "src/index.js",
    "    queries.length && connect(c, queries.shift())\n",
    `    if (queries.length) {
      const query = queries.shift()
      query.reserve && queries.push(query)
      connect(c, query)
    }
`,
  ],
  // Queries of a transaction whose connection is lost run outside of it on another connection, or never settle. #1133,
  // #1186.
  [
    "src/index.js",
    `        new Promise((_, reject) => connection.onclose = reject)
`,
    `        new Promise((_, reject) => {
          const gone = e => {
            lost = e
            while (queries.length)
              queries.shift().reject(e)
            reject(e)
          }
          connection.onclose = gone
        })
`,
  ],
  [
    "src/index.js",
    `    let savepoints = 0
      , connection
      , prepare = null
`,
    `    let savepoints = 0
      , connection
      , lost = null
      , prepare = null
`,
  ],
  [
    "src/index.js",
    `        q.catch(e => uncaughtError || (uncaughtError = e))
        c.queue === full
`,
    `        q.catch(e => uncaughtError || (uncaughtError = e))
        if (lost)
          return q.reject(lost)
        c.queue === full
`,
  ],
]

const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
if (version !== VERSION) fail(`it needs version ${VERSION}, but ${version} is installed`)
for (const [name, before, after] of patches) {
  const file = join(folder, name)
  const text = readFileSync(file, "utf8")
  if (text.includes(after)) continue
  if (text.split(before).length !== 2) fail(`${name} does not contain the expected text:\n${before}`)
  // A function, because a string may contain replacement patterns.
  writeFileSync(
    file,
    text.replace(before, () => after),
  )
}

function fail(reason) {
  console.error(`The database driver could not be patched (scripts/patchDriver.mjs): ${reason}`)
  console.error("If an older version of this script has patched it, delete node_modules/postgres and install again.")
  process.exit(1)
}
