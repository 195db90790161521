import { endOnSignals, isEnding } from "./ops/lib/ending.ts"
import { runOps } from "./ops/runOps.ts"

endOnSignals()
await runOps(process.argv.slice(2))
// What a command leaves open (idle connections) must not keep its terminal; what it said must be out first.
if (!isEnding()) process.stdout.write("", () => process.exit())
