import { randomBytes } from "node:crypto"
import { Clock, Effect, Layer, ManagedRuntime, Result } from "effect"
import { AppConfig, Hints, jointWriter, PostgresEventStore, readAppSettings, Sealing, Sql, uuidv7 } from "#core/kernel"
import { waitFor } from "#projections/runner"
import { Account } from "../Account.ts"
import { claim } from "../claims/Claim.ts"
import { AccountActivated, NameClaimed, PersonNamed, UserNameChosen } from "../events.ts"
import { AccountsLayer } from "../layer.ts"
import { randomCode } from "../names/randomCode.ts"
import { PasswordHasher } from "../passwords/PasswordHasher.ts"
import { Secrets } from "../Secrets.ts"
import { SignIns } from "../signIn/SignIns.ts"
import { openAccount } from "../signUp/openAccount.ts"

/** Master key of test installations, so that tests can compute mailed codes. */
export const TEST_MASTER_KEY = "07".repeat(32)

/** Cheap hash parameters for tests. */
export const CHEAP_PASSWORDS = { PASSWORD_MEMORY_KIB: "8", PASSWORD_PASSES: "1" } as const

/** A signed-in person. */
export type TestPerson = {
  readonly personId: string
  readonly email: string
  readonly password: string
  readonly userCode: string
  readonly sessionId: string
  readonly token: string
}

export type PersonOptions = {
  readonly email?: string
  readonly password?: string
  /** Null: without a name and with a fresh user code, as after sign-up. */
  readonly displayName?: string | null
  /** Also sets a user name; pages require one from people who have received coins. */
  readonly hasUserName?: boolean
  readonly locale?: string
}

type PeopleOptions = {
  readonly url: string
  /** Whether projections run. */
  readonly isProjected?: boolean
  readonly hashes?: "cheap" | "standard"
}

/**
 * Creates signed-in people on a database with the production code, without mails. Projections must run, unless
 * `isProjected` is false.
 */
export const openPeople = ({ url, isProjected = true, hashes = "cheap" }: PeopleOptions) => {
  const settings = Result.getOrThrow(
    readAppSettings({
      DATABASE_URL: url,
      MASTER_KEY: TEST_MASTER_KEY,
      DEMO: "false",
      ...(hashes === "cheap" ? CHEAP_PASSWORDS : {}),
    }),
  )
  const runtime = ManagedRuntime.make(
    AccountsLayer.pipe(
      Layer.provideMerge(PostgresEventStore),
      Layer.provideMerge(Layer.mergeAll(Hints.layer, Sealing.layer(Buffer.from(TEST_MASTER_KEY, "hex")))),
      Layer.provideMerge(Sql.layer(url, { connectionsMax: 2 })),
      Layer.provideMerge(AppConfig.layerOf(settings)),
    ),
  )
  return {
    make: (options: PersonOptions = {}): Promise<TestPerson> => runtime.runPromise(makePerson(options, isProjected)),
    /** Runs an effect with the services of accounts. */
    run: runtime.runPromise,
    close: () => runtime.dispose(),
  }
}
export type People = ReturnType<typeof openPeople>

/** A worker may still be starting on a busy machine. */
const READABLE_MS_MAX = 60_000

/** Makes a person with the services of accounts. @param isProjected whether projections run */
export const makePerson = Effect.fn("makePerson")(function* (options: PersonOptions, isProjected: boolean) {
  const { email = `${randomBytes(6).toString("hex")}@people.example`, displayName = "Anna Muster" } = options
  const { password = "a horse, a staple and a battery", locale = "en", hasUserName = false } = options
  const secrets = yield* Secrets
  const nowMs = yield* Clock.currentTimeMillis
  const [personId, at] = [uuidv7(nowMs), new Date(nowMs).toISOString()]
  const [fresh, chosen] = [`Test${randomCode(10)}`, `QI${randomCode(8)}`]
  const userName = `reader${randomBytes(6).toString("hex")}`
  const passwordHash = yield* PasswordHasher.use(({ hash }) => hash(password))
  const parts = {
    account: { aggregate: Account, id: personId },
    email: { aggregate: claim("email"), id: secrets.claimIdOf("email", email) },
    fresh: { aggregate: claim("usercode"), id: fresh },
    chosen: { aggregate: claim("usercode"), id: chosen },
    userName: { aggregate: claim("username"), id: secrets.claimIdOf("username", userName) },
  }
  const request = { personId, userCode: fresh, email, passwordHash, locale, invite: null, codeId: uuidv7(nowMs), nowMs }
  const write = yield* jointWriter
  const { receipt } = yield* write(parts, (states) =>
    Result.map(openAccount(request)(states.email, states.fresh), (facts) => ({
      account: [
        ...facts.account,
        AccountActivated.make({ personId, activatedAt: at }),
        ...(displayName === null ? [] : [PersonNamed.make({ personId, displayName, userCode: chosen, namedAt: at })]),
        ...(hasUserName ? [UserNameChosen.make({ personId, userName, chosenAt: at })] : []),
      ],
      email: facts.claim,
      fresh: facts.claim,
      chosen: displayName === null ? [] : [NameClaimed.make({ personId, claimedAt: at })],
      userName: hasUserName ? [NameClaimed.make({ personId, claimedAt: at })] : [],
    })),
  ).pipe(Effect.orDie)
  const visit = { address: "192.0.2.1", userAgent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0", browser: null }
  const { sessionId, token } = yield* SignIns.use(({ begin }) => begin(personId, "password", visit)).pipe(Effect.orDie)
  if (isProjected && !(yield* waitFor("accounts", receipt.position, READABLE_MS_MAX)))
    return yield* Effect.die(new Error("no projections run here"))
  return { personId, email, password, userCode: displayName === null ? fresh : chosen, sessionId, token }
})
