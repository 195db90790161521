import { Effect, Layer } from "effect"
import { Sealing, Sql } from "#core/kernel"
import { decodeEvent, prepareProjections } from "#projections/runner"
import { projections } from "../../projections/registry.ts"

/**
 * Ensures, before any process starts, that every projection has a live build made by this code. Missing builds are
 * created; changed ones are rebuilt beside the live build and switched.
 * @param mustBeEqual false for development, where folds change their meaning without a new version
 */
export function prepare(
  url: string,
  masterKey: Uint8Array,
  say: (line: string) => void,
  { mustBeEqual = true }: { readonly mustBeEqual?: boolean } = {},
): Promise<void> {
  const program = Effect.gen(function* () {
    const { client } = yield* Sql
    const sealing = yield* Sealing
    const built = yield* Effect.promise(() =>
      prepareProjections(client, projections, {
        mustBeEqual,
        decode: (projection, event) => decodeEvent(projection, sealing, event),
      }),
    )
    for (const { name, build, events } of built) say(`Built read model ${name} (build ${build}, ${events} events)`)
  })
  const services = Sealing.layer(masterKey).pipe(
    Layer.provideMerge(Sql.layer(url, { connectionsMax: 4, name: "prepare" })),
  )
  return Effect.runPromise(program.pipe(Effect.provide(services)))
}
