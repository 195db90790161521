import { existsSync } from "node:fs"
import { join } from "node:path"
import { problemIn } from "./check/command.ts"
import { type Step, steps } from "./check/steps.ts"
import { root } from "./run/root.ts"

/**
 * `npm run check`: all checks that do not run the product. Each step prints one line; output of failed steps follows at
 * the end. `npm run check -- types lint` runs only these steps.
 */
const LANES = 2

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !steps.some((step) => step.name === name))
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(", ")}. The steps are: ${steps.map(({ name }) => name).join(", ")}.`)
  process.exit(1)
}

const started = performance.now()
// Types of Astro's own modules, which every later step reads.
if (!existsSync(join(root, ".astro", "types.d.ts"))) await problemIn("astro", ["sync"])

const queue = steps.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
const count = queue.length
const failures: Array<{ name: string; problem: string }> = []
await Promise.all(Array.from({ length: LANES }, lane))

for (const { name, problem } of failures) console.log(`\n── ${name} ──\n${problem.trim()}`)
const seconds = ((performance.now() - started) / 1000).toFixed(1)
console.log(`\n${count - failures.length} of ${count} checks passed in ${seconds} s`)
process.exit(failures.length > 0 ? 1 : 0)

async function lane(): Promise<void> {
  for (let step = queue.shift(); step; step = queue.shift()) await take(step)
}

async function take({ name, about, run }: Step): Promise<void> {
  const began = performance.now()
  const problem = await run().catch((error: unknown) => String((error as Error).stack ?? error))
  if (problem !== undefined) failures.push({ name, problem })
  const mark = problem === undefined ? "ok  " : "FAIL"
  const took = `${((performance.now() - began) / 1000).toFixed(1)} s`
  console.log(`${mark} ${name.padEnd(12)} ${took.padStart(7)}  ${about}`)
}
