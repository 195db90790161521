/** A runner in its own process, for tests that kill it: `node runnerProcess.ts URL`. Prints "running" when it runs. */
import { Effect, Layer } from "effect"
import { Hints, Sealing, Sql } from "#core/kernel"
import { ProjectionRunner } from "../index.ts"
import { projections } from "./registry.ts"

const [, , url = ""] = process.argv
const log = (_: string, message: string, details: object) => console.error(message, JSON.stringify(details))

const layer = ProjectionRunner.layer({ projections, log }).pipe(
  Layer.provide(Sealing.layer(Buffer.alloc(32, 7))),
  Layer.provide(Hints.layer),
  Layer.provide(Sql.layer(url, { connectionsMax: 6 })),
)
await Effect.runPromise(
  Effect.gen(function* () {
    yield* ProjectionRunner
    console.log("running")
    return yield* Effect.never
  }).pipe(Effect.provide(layer)),
)
