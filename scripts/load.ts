import { existsSync, globSync, mkdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { startChatTarget } from "./load/chatTarget.ts"
import { type Run, runK6 } from "./load/runK6.ts"
import { root } from "./run/root.ts"
import { commandSettings } from "./run/settings.ts"

/**
 * `npm run load -- NAME [options of k6]` runs a load test and writes its report; `npm run load -- list` lists all.
 * Tests of the site run against the configured product, or TARGET: `TARGET=https://test.example.org npm run load --
 * feeds`. Chat tests start their own product, unless CHAT_STAGE names a file with the target and its accounts.
 */
const directory = join(root, "load-tests")
const names = globSync("*.js", { cwd: directory })
  .map((file) => basename(file, ".js"))
  .sort()
const [name = "list", ...options] = process.argv.slice(2)

if (name === "list") {
  for (const one of names) console.log(`${one.padEnd(16)} ${firstComment(join(directory, `${one}.js`))}`)
  process.exit(0)
}
const script = join(directory, `${name}.js`)
if (!existsSync(script)) {
  console.error(`There is no load test "${name}". There are: ${names.join(", ")}.`)
  process.exit(1)
}

const settings = commandSettings()
const reports = join(settings.dataDirectory, "load")
mkdirSync(reports, { recursive: true })
const isChat = name.startsWith("chat-")
const run = { name, about: firstComment(script), script, options, hasTimeline: !isChat, directory: reports }
process.exit(await (isChat ? loadChat(run) : loadSite(run)))

async function loadSite(of: Omit<Run, "variables">): Promise<number> {
  const { host, port } = settings
  const target = process.env["TARGET"] ?? `http://${host === "0.0.0.0" ? "127.0.0.1" : host}:${port}`
  const answer = await fetch(target, { redirect: "manual" }).catch(() => undefined)
  if (!answer) {
    console.error(`Nothing answers at ${target}. Start the product first (npm start), or set TARGET.`)
    return 1
  }
  await answer.body?.cancel()
  return runK6({ ...of, variables: { TARGET: target } })
}

async function loadChat(of: Omit<Run, "variables">): Promise<number> {
  const given = process.env["CHAT_STAGE"]
  if (given !== undefined) return runK6({ ...of, variables: { CHAT_STAGE: given } })
  const { stageFile, stop } = await startChatTarget(reports, vusOf(of), console.log)
  try {
    return await runK6({ ...of, variables: { CHAT_STAGE: stageFile } })
  } finally {
    await stop()
  }
}

/** The number of virtual users, from the k6 options, otherwise from the test. */
function vusOf({ options: given, script: file }: Pick<Run, "options" | "script">): number {
  const requested = /(?:^|\s)(?:--vus|-u)(?:=|\s+)(\d+)/.exec(given.join(" "))?.[1]
  return Number(requested ?? /^ {2}vus: (\d+)/m.exec(readFileSync(file, "utf8"))?.[1] ?? 1)
}

/** The description of a load test: the first line of its first comment. */
function firstComment(file: string): string {
  return /^\/\/ (.*)$/m.exec(readFileSync(file, "utf8"))?.[1] ?? ""
}
