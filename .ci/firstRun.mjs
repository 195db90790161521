// A newcomer's first steps: `npm start` in a fresh clone without configuration, a request to the site, a stop and a
// second start. Plain JavaScript without dependencies, because it runs before anything is installed.
import { spawn } from "node:child_process"
import { once } from "node:events"

const ORIGIN = "http://localhost:4321"
/** Time limit of the package download, which depends on the network and not on the product. */
const INSTALL_MS_MAX = 900_000
const FILLED_MS_MAX = 60_000
const SECOND_START_MS_MAX = 5_000
const STOP_MS_MAX = 30_000
const PAUSE_MS = 200
const FEEDS_MIN = 20
const ITEMS_MIN = 500
const CREATORS_MIN = 2
const OUTPUT_LENGTH_MAX = 100_000

const [directory = process.cwd()] = process.argv.slice(2)
/** Environment with only the variables that npm and its cache need. */
const env = Object.fromEntries(["PATH", "HOME"].map((name) => [name, process.env[name] ?? ""]))
let running

try {
  const first = await startProduct()
  await first.until("its packages are installed", INSTALL_MS_MAX, () => first.isInstalled())
  const installed = performance.now()
  const { feeds, items } = await first.until("the library is filled", FILLED_MS_MAX, async () => {
    const counts = await readCounts()
    return counts.feeds >= FEEDS_MIN && counts.items >= ITEMS_MIN ? counts : undefined
  })
  report(`${feeds} feeds and ${items} items on the home page ${seconds(installed)} after the packages were there`)
  await first.until("the creators of the demo have posts", FILLED_MS_MAX, hasCreatorsWithPosts)
  report("two creators with posts for everyone and for subscribers")
  const item = await checkSearch()
  await checkPicture()
  await first.stop()

  const started = performance.now()
  const second = await startProduct()
  await second.until("the site serves again", SECOND_START_MS_MAX, async () => (await get("/")).ok)
  report(`serves again ${seconds(started)} after the second start`)
  const after = await readCounts()
  if (after.feeds < feeds || after.items < items) fail(`${after.feeds} feeds and ${after.items} items are left`)
  if (!(await get(item)).ok) fail(`${item} is gone after the second start`)
  report("nothing is lost after a stop and a start")
  await second.stop()
} catch (error) {
  console.error(`first run: ${error.message}`)
  if (running) {
    console.error(running.output())
    running.child.kill("SIGKILL")
  }
  process.exit(1)
}

async function startProduct() {
  const child = spawn("npm", ["start"], { cwd: directory, env, stdio: ["ignore", "pipe", "pipe"], detached: true })
  let output = ""
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (part) => {
      output = (output + part).slice(-OUTPUT_LENGTH_MAX)
    })
  const ended = once(child, "exit")
  running = { child, output: () => output }
  return {
    // The supervisor's first line appears after the setup.
    isInstalled: () => output.includes('"name":"supervisor"') || undefined,
    until: async (what, ms_max, ask) => {
      const deadline = performance.now() + ms_max
      for (;;) {
        if (child.exitCode !== null) fail(`npm start ended with code ${child.exitCode} before ${what}`)
        const answer = await Promise.resolve(ask()).catch(() => undefined)
        if (answer) return answer
        if (performance.now() > deadline) fail(`not within ${ms_max / 1000} s: ${what}`)
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      }
    },
    stop: async () => {
      child.kill("SIGTERM")
      const timeout = setTimeout(() => fail(`npm start did not end within ${STOP_MS_MAX / 1000} s`), STOP_MS_MAX)
      await ended
      clearTimeout(timeout)
      running = undefined
    },
  }
}

function get(path) {
  return fetch(new URL(path, ORIGIN), { headers: { "accept-language": "en" } })
}

async function textOf(path) {
  const response = await get(path)
  if (!response.ok) fail(`${path} answers ${response.status}`)
  return response.text()
}

async function readCounts() {
  const text = (await textOf("/")).replace(/<[^>]*>/g, " ")
  const counts = /([\d,]+) items\s+in [\d,]+ languages? from ([\d,]+) feeds/.exec(text)
  if (counts?.[1] === "0" || text.includes("No Data")) fail("a page calls the library empty while it fills")
  const number = (shown = "0") => Number(shown.replaceAll(",", ""))
  return { items: number(counts?.[1]), feeds: number(counts?.[2]) }
}

/** Looks for the demo's creators, and for posts of both paid levels in the channel of one of them, whatever they are called. */
async function hasCreatorsWithPosts() {
  const codes = new Set([...(await textOf("/channel")).matchAll(/href="\/user\/(QC\w+)"/g)].map(([, code]) => code))
  if (codes.size < CREATORS_MIN) return undefined
  const channel = await textOf(`/user/${[...codes][0]}`)
  return ["2", "3"].every((level) => channel.includes(`data-level="${level}"`)) || undefined
}

/** Returns the address of the first item found. */
async function checkSearch() {
  const page = await textOf("/newsfeeds/search?kw=harbour")
  const item = /href="(\/newsfeeds\/newsdetail\?id=[^"]+)"/.exec(page)?.[1]
  if (item === undefined) fail("a search for harbour finds nothing")
  report("a search finds items")
  return item.replaceAll("&amp;", "&")
}

async function checkPicture() {
  const picture = /(?:src|srcset)="(\/img\?[^" ]+)/.exec(await textOf("/"))?.[1]
  if (picture === undefined) fail("the home page shows no picture")
  const response = await get(picture.replaceAll("&amp;", "&"))
  const type = response.headers.get("content-type") ?? ""
  const { byteLength } = await response.arrayBuffer()
  if (!response.ok || !type.startsWith("image/") || byteLength === 0)
    fail(`a picture answers ${response.status} ${type}`)
  report("a picture loads through the proxy")
}

function seconds(sinceMs) {
  return `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`
}

function report(line) {
  console.log(`first run: ${line}`)
}

function fail(message) {
  throw new Error(message)
}
