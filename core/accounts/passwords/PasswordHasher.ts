import { randomBytes } from "node:crypto"
import { availableParallelism } from "node:os"
import { hash, verify } from "@node-rs/argon2"
import { Context, Effect, Layer, Semaphore } from "effect"
import { AppConfig } from "#core/kernel"
import { Overloaded } from "../refusals.ts"

/** Hashes that one process makes at once: they have threads of their own, and files and names need some too. */
const AT_ONCE_MAX = Math.min(4, availableParallelism())
/** Passwords that wait for one of them; half a minute of work on a small machine. */
const WAITING_MAX = 1_000

/** How much work a hash is. */
export type HashCost = { readonly memoryKib: number; readonly passes: number }

/** Argon2id (RFC 9106), off the event loop. Passwords that look alike in different encodings are one: NFKC. */
export class PasswordHasher extends Context.Service<
  PasswordHasher,
  {
    /** A PHC string, which names its parameters and its salt. */
    hash(password: string): Effect.Effect<string, Overloaded>
    /** Whether this is the password behind a hash. Without a hash it never is, after the same work. */
    isRight(password: string, phc: string | null): Effect.Effect<boolean, Overloaded>
    /** Whether a hash was made with other parameters than those of today. */
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
