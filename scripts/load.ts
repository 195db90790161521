import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, globSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { ensureK6 } from "./lib/k6.ts"
import { root } from "./lib/root.ts"
import { commandSettings } from "./lib/settings.ts"

/**
 * `npm run load -- NAME [options of k6]` puts load on a running product; `npm run load -- list` names what there is.
 * The site is the one of the configuration, or TARGET: `TARGET=https://test.example.org npm run load -- feeds`.
 */
const directory = join(root, "load-tests")
const names = globSync("*.js", { cwd: directory })
  .map((file) => basename(file, ".js"))
  .sort()
const [name = "list", ...options] = process.argv.slice(2)

if (name === "list") {
  for (const one of names) console.log(`${one.padEnd(14)} ${firstComment(join(directory, `${one}.js`))}`)
  process.exit(0)
}
const script = join(directory, `${name}.js`)
if (!existsSync(script)) {
  console.error(`There is no load test "${name}". There are: ${names.join(", ")}.`)
  process.exit(1)
}

const { host, port } = commandSettings()
const target = process.env["TARGET"] ?? `http://${host === "0.0.0.0" ? "127.0.0.1" : host}:${port}`
const answer = await fetch(target, { redirect: "manual" }).catch(() => undefined)
if (!answer) {
  console.error(`Nothing answers at ${target}. Start the product first (npm start), or set TARGET.`)
  process.exit(1)
}
await answer.body?.cancel()

const k6 = spawn(ensureK6(console.log), ["run", "-e", `TARGET=${target}`, ...options, script], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, K6_NO_USAGE_REPORT: "true" },
})
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => k6.kill(signal))
const [code] = (await once(k6, "exit")) as [number | null]
process.exit(code ?? 1)

/** What a load test says about itself in the first line of its first comment. */
function firstComment(file: string): string {
  return /^\/\/ (.*)$/m.exec(readFileSync(file, "utf8"))?.[1] ?? ""
}
