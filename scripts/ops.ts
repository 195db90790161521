import { endOnSignals, isEnding } from "./ops/lib/ending.ts"
import { runOps } from "./ops/runOps.ts"

endOnSignals()
await runOps(process.argv.slice(2))
// Idle connections must not keep the process running, but all output must be written first.
if (!isEnding()) process.stdout.write("", () => process.exit())
