import { randomBytes } from "node:crypto"
import { availableParallelism } from "node:os"
import { hash, verify } from "@node-rs/argon2"
import { Context, Effect, Layer, Semaphore } from "effect"
import { AppConfig } from "#core/kernel"
import { Crowded } from "../refusals.ts"

/** Hashes that one process makes at once: they have threads of their own, and files and names need some too. */
const AT_ONCE_MAX = Math.min(4, availableParallelism())
/** Passwords that wait for one of them; half a minute of work on a small machine. */
const WAITING_MAX = 1_000

/** How much work a hash is. */
export type HashCost = { readonly memoryKib: number; readonly passes: number }

/** Argon2id (RFC 9106), off the event loop. Passwords that look alike in different encodings are one: NFKC. */
export class Passwords extends Context.Service<
  Passwords,
  {
    /** A PHC string, which names its parameters and its salt. */
    hash(password: string): Effect.Effect<string, Crowded>
    /** Whether this is the password behind a hash. Without a hash it never is, after the same work. */
    isRight(password: string, phc: string | null): Effect.Effect<boolean, Crowded>
    /** Whether a hash was made with other parameters than those of today. */
    isOld(phc: string): boolean
  }
>()("core/accounts/Passwords") {
  static layerOf({ memoryKib, passes }: HashCost) {
    return Layer.effect(
      Passwords,
      Effect.gen(function* () {
        const semaphore = yield* Semaphore.make(AT_ONCE_MAX)
        const options = { memoryCost: memoryKib, timeCost: passes, parallelism: 1 }
        const mark = `$argon2id$v=19$m=${memoryKib},t=${passes},p=1$`
        let waiting = 0

        const inTurn = <A>(work: () => Promise<A>): Effect.Effect<A, Crowded> =>
          Effect.suspend(() => {
            if (waiting >= WAITING_MAX) return Effect.fail(new Crowded({}))
            waiting += 1
            return semaphore
              .withPermits(1)(Effect.promise(work))
              .pipe(Effect.ensuring(Effect.sync(() => (waiting -= 1))))
          })

        const nobodys = yield* Effect.cached(inTurn(() => hash(randomBytes(32).toString("base64"), options)))

        return Passwords.of({
          hash: (password) => inTurn(() => hash(password.normalize("NFKC"), options)),
          isRight: Effect.fnUntraced(function* (password, phc) {
            const known = phc ?? (yield* nobodys)
            const isIt = yield* inTurn(() => verify(known, password.normalize("NFKC")))
            return isIt && phc !== null
          }),
          isOld: (phc) => !phc.startsWith(mark),
        })
      }),
    )
  }

  static readonly layer = Layer.unwrap(
    Effect.map(AppConfig, ({ passwordMemoryKib, passwordPasses }) =>
      Passwords.layerOf({ memoryKib: passwordMemoryKib, passes: passwordPasses }),
    ),
  )
}
