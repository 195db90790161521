import { Effect } from "effect"
import { Imports } from "#core/imports"
import { run } from "#src/process/runtime.ts"

/** A worker that imports and nothing else, until it is killed or its parent ends. */
process.on("disconnect", () => process.exit())
await run(Imports.use(({ work }) => Effect.forever(Effect.andThen(work, Effect.sleep(20)))))
