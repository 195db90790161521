import { globSync } from "node:fs"
import { basename, join } from "node:path"
import type { Bench } from "./bench/lib/Bench.ts"
import { makeContext } from "./bench/lib/context.ts"
import { jsonLine, table } from "./bench/lib/report.ts"

/**
 * `npm run bench -- NAME [--json] [parameters]` runs one benchmark against its baseline; `npm run bench -- list` lists
 * all. Progress goes to standard error, the table and the JSON line to standard output.
 */
const directory = join(import.meta.dirname, "bench")
const names = globSync("*.bench.ts", { cwd: directory })
  .map((file) => basename(file, ".bench.ts"))
  .sort()
const [name = "list", ...rest] = process.argv.slice(2)

if (name === "list") {
  for (const one of names) console.log(`${one.padEnd(14)} ${(await load(one)).about}`)
  process.exit(0)
}
if (!names.includes(name)) {
  console.error(`There is no benchmark "${name}". There are: ${names.join(", ")}.`)
  process.exit(1)
}

const bench = await load(name)
const { context, undo } = makeContext(rest.filter((parameter) => parameter !== "--json"))
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => undo().finally(() => process.exit(130)))
try {
  const figures = await bench.run(context)
  console.log(`${name}: ${bench.about}\n\n${table(bench, figures)}`)
  if (rest.includes("--json")) console.log(jsonLine(name, figures))
} finally {
  await undo()
}

async function load(one: string): Promise<Bench> {
  return ((await import(join(directory, `${one}.bench.ts`))) as { default: Bench }).default
}
