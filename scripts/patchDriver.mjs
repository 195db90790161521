// Mends postgres.js after every install; why and what stands in docs/decisions/0009-a-mended-driver.md. Plain JavaScript
// without dependencies: npm runs it (`postinstall`) on any Node from 18 on.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const folder = fileURLToPath(new URL("../node_modules/postgres", import.meta.url))
const VERSION = "3.4.9"

/** Each: the file, what stands in it exactly once, and what has to stand there. */
const mends = [
  // A write that was put off must not meet a socket that is gone: thrown from a timer, that ends the whole process.
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
  // Nothing of a lost connection may reach the next one: neither bytes, nor a timer that never fires, nor a query. And
  // every query on it hears of the loss, also one that was sent between the error and the end.
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
  // A transaction begins on its own connection also where the socket asks to write slower.
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
  // Rows that came before a statement failed are none of the next one.
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
  // A connection lost while it asks for the array types rejects a promise that nobody holds.
  ["src/connection.js", "        return fetchArrayTypes()\n", "        return fetchArrayTypes().catch(() => {})\n"],
  // Statements of a reservation whose connection is lost must not be sent on whatever follows it, nor wait for ever.
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
  // V8 puts a function that is written where a property is assigned among what is old from the start, on the guess that it
  // lives long. These lived as long as one query, reservation or transaction, and kept it with its parameters and rows until the
  // whole heap was gone through.
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
  [
    "src/index.js",
    `    c.reserved = () => queue.length
      ? c.execute(queue.shift())
      : move(c, reserved)
    c.reserved.release = true
`,
    `    const next = () => queue.length
      ? c.execute(queue.shift())
      : move(c, reserved)
    next.release = true
    c.reserved = next
`,
  ],
  [
    "src/index.js",
    `      sql.prepare = x => prepare = x.replace(/[^a-z0-9$-_. ]/gi)
`,
    `      const prepared = x => prepare = x.replace(/[^a-z0-9$-_. ]/gi)
      sql.prepare = prepared
`,
  ],
  [
    "src/index.js",
    `      c.reserved = () => queries.length
        ? c.execute(queries.shift())
        : move(c, reserved)
    }
`,
    `      const next = () => queries.length
        ? c.execute(queries.shift())
        : move(c, reserved)
      c.reserved = next
    }
`,
  ],
  // Who waits for a reservation waits in line, or hears that there is none: not both, and not neither.
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
  // What is said of reservations above holds for transactions.
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
if (version !== VERSION) fail(`it is written for ${VERSION}, and ${version} is installed`)
for (const [name, before, after] of mends) {
  const file = join(folder, name)
  const text = readFileSync(file, "utf8")
  if (text.includes(after)) continue
  if (text.split(before).length !== 2) fail(`${name} does not read as expected:\n${before}`)
  // A function, so that nothing in the text is taken for a pattern.
  writeFileSync(
    file,
    text.replace(before, () => after),
  )
}

function fail(reason) {
  console.error(`The database driver could not be mended (scripts/patchDriver.mjs): ${reason}`)
  console.error("Where an older version has mended it, delete node_modules/postgres and install again.")
  process.exit(1)
}
