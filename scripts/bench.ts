import { makeContext } from "./bench/lib/context.ts"
import { benchNames, documentBenchmarks, loadBench, record } from "./bench/lib/record.ts"
import { jsonLine, table } from "./bench/lib/report.ts"

/**
 * `npm run bench -- NAME [--json] [--record] [parameters]` runs one benchmark against its baseline; `npm run bench -- list`
 * lists all. Progress goes to standard error, the table and the JSON line to standard output. `--record` writes the figures
 * to docs/benchmarks.md.
 */
const OUTPUTS = ["--json", "--record"]
const names = benchNames()
const [name = "list", ...rest] = process.argv.slice(2)

if (name === "list") {
  for (const one of names) console.log(`${one.padEnd(14)} ${(await loadBench(one)).about}`)
  process.exit(0)
}
if (!names.includes(name)) {
  console.error(`There is no benchmark "${name}". There are: ${names.join(", ")}.`)
  process.exit(1)
}

const bench = await loadBench(name)
const parameters = rest.filter((parameter) => !OUTPUTS.includes(parameter))
const { context, undo } = makeContext(parameters)
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => undo().finally(() => process.exit(130)))
try {
  const figures = await bench.run(context)
  console.log(`${name}: ${bench.about}\n\n${table(bench, figures)}`)
  if (rest.includes("--json")) console.log(jsonLine(name, figures))
  if (rest.includes("--record")) {
    record(name, figures, { date: new Date().toISOString().slice(0, 10), parameters })
    await documentBenchmarks()
  }
} finally {
  await undo()
}
