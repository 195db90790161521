import { Clock, Context, Effect, Layer } from "effect"
import { Hints, Sealing, Sql, uuidv7 } from "#core/kernel"
import type { FollowContext } from "./context.ts"
import { Engine } from "./Engine.ts"
import type { Projection } from "./Projection.ts"
import type { Reactor } from "./Reactor.ts"

/**
 * Keeps every build of the given projections current and runs the reactors, until the scope closes. Any number of
 * runners may run: each build and each reactor is owned by one at a time.
 */
export class ProjectionRunner extends Context.Service<
  ProjectionRunner,
  {
    /**
     * Runs one step of everything and returns whether anything moved; for tests and tools that drive the runner
     * themselves.
     */
    readonly round: Effect.Effect<boolean>
  }
>()("projections/runner/ProjectionRunner") {
  static layer(options: {
    readonly projections: ReadonlyArray<Projection>
    readonly reactors?: ReadonlyArray<Reactor>
    /** Asked before each step of a reactor; false leaves it to another runner. */
    readonly mayReact?: () => boolean
    readonly log: FollowContext["log"]
    /** False: nothing runs by itself, only by `round`. */
    readonly loop?: boolean
  }) {
    return Layer.effect(
      ProjectionRunner,
      Effect.gen(function* () {
        const { client: sql } = yield* Sql
        const sealing = yield* Sealing
        const clock = yield* Clock.Clock
        const now = () => clock.currentTimeMillisUnsafe()
        const engine = new Engine({ ...options, sql, sealing, owner: uuidv7(now()), now })
        yield* Effect.addFinalizer(() => Effect.promise(() => engine.stop()))
        if (options.loop !== false) {
          yield* (yield* Hints).listen(() => engine.wake())
          engine.start()
        }
        return ProjectionRunner.of({ round: Effect.promise(() => engine.round()) })
      }),
    )
  }
}
