/** A projection runner in its own process, like the worker's: `node runnerProcess.ts URL`. Exits with its parent. */
import { Effect, Layer } from "effect"
import { Hints, Sealing, Sql } from "#core/kernel"
import { ProjectionRunner } from "#projections/runner"
import { projections } from "./registry.ts"

const [, , url = ""] = process.argv
const log = (_: string, message: string, details: object) => console.error(message, details)
const layer = ProjectionRunner.layer({ projections, log }).pipe(
  Layer.provide(Sealing.layer(new Uint8Array(32))),
  Layer.provide(Hints.layer),
  Layer.provide(Sql.layer(url)),
)
process.once("disconnect", () => process.exit())
await Effect.runPromise(
  Effect.gen(function* () {
    yield* ProjectionRunner
    process.send?.("running")
    return yield* Effect.never
  }).pipe(Effect.provide(layer)),
)
