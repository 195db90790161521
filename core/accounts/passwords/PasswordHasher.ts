import { randomBytes } from "node:crypto"
import { availableParallelism } from "node:os"
import { hash, verify } from "@node-rs/argon2"
import { Context, Effect, Layer, Semaphore } from "effect"
import { AppConfig } from "#core/kernel"
import { Overloaded } from "../refusals.ts"

/** Concurrent hashes per process. They use the thread pool, which file access and DNS share. */
const AT_ONCE_MAX = Math.min(4, availableParallelism())
/** Queue length: half a minute of work on a small machine. */
const WAITING_MAX = 1_000

/** Cost parameters of a hash. */
export type HashCost = { readonly memoryKib: number; readonly passes: number }

/** Hashes passwords with Argon2id (RFC 9106), off the event loop. Passwords are normalised to NFKC. */
export class PasswordHasher extends Context.Service<
  PasswordHasher,
  {
    /** Returns a PHC string with parameters and salt. */
    hash(password: string): Effect.Effect<string, Overloaded>
    /** Verifies a password. Without a hash the result is false, after the same work. */
    isRight(password: string, phc: string | null): Effect.Effect<boolean, Overloaded>
    /** Whether a hash was made with other than the current parameters. */
    isOld(phc: string): boolean
  }
>()("core/accounts/PasswordHasher") {
  static layerOf({ memoryKib, passes }: HashCost) {
    return Layer.effect(
      PasswordHasher,
      Effect.gen(function* () {
        const semaphore = yield* Semaphore.make(AT_ONCE_MAX)
        const options = { memoryCost: memoryKib, timeCost: passes, parallelism: 1 }
        const mark = `$argon2id$v=19$m=${memoryKib},t=${passes},p=1$`
        let waiting = 0

        const queued = <A>(work: () => Promise<A>): Effect.Effect<A, Overloaded> =>
          Effect.suspend(() => {
            if (waiting >= WAITING_MAX) return Effect.fail(new Overloaded({}))
            waiting += 1
            return semaphore
              .withPermits(1)(Effect.promise(work))
              .pipe(Effect.ensuring(Effect.sync(() => (waiting -= 1))))
          })

        const dummyHash = yield* Effect.cached(queued(() => hash(randomBytes(32).toString("base64"), options)))

        return PasswordHasher.of({
          hash: (password) => queued(() => hash(password.normalize("NFKC"), options)),
          isRight: Effect.fnUntraced(function* (password, phc) {
            const known = phc ?? (yield* dummyHash)
            const matches = yield* queued(() => verify(known, password.normalize("NFKC")))
            return matches && phc !== null
          }),
          isOld: (phc) => !phc.startsWith(mark),
        })
      }),
    )
  }

  static readonly layer = Layer.unwrap(
    Effect.map(AppConfig, ({ passwordMemoryKib, passwordPasses }) =>
      PasswordHasher.layerOf({ memoryKib: passwordMemoryKib, passes: passwordPasses }),
    ),
  )
}
