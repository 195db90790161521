import { randomBytes } from "node:crypto"
import { Effect, Result } from "effect"
import { PasswordHasher } from "#core/accounts"
import { connect, reader, writer } from "#core/kernel"
import { makeAuthenticator } from "../../core/accounts/testing/authenticator.ts"
import { openPeople, TEST_MASTER_KEY, type TestPerson } from "../../core/accounts/testing/people.ts"
import { TwoStepEnrolled } from "../../core/accounts/twoStep/events.ts"
import { TwoStep } from "../../core/accounts/twoStep/TwoStep.ts"
import { toBase32 } from "../../core/accounts/twoStep/totp.ts"
import { networks } from "../../core/chains/networks.ts"
import { simOutside } from "../../core/chains/testing/Outside.ts"
import { ADDRESS_HOLD_MS, AddressBook } from "../../core/wallet/addressBook/AddressBook.ts"
import { AddressAdded, AddressRemoved } from "../../core/wallet/addressBook/events.ts"
import {
  chooseWithdrawalPassword,
  WithdrawalPassword,
} from "../../core/wallet/withdrawalPassword/WithdrawalPassword.ts"
import { RULES_ID, Rules } from "../../core/wallet/withdrawalRules/Rules.ts"
import { setRules } from "../../core/wallet/withdrawalRules/setRules.ts"
import { runOpsInProcess } from "../../scripts/ops/testing/opsKit.ts"
import type { TestSite } from "./site.ts"

/** What wallet tests do outside the browser: other people on demo chains, and events that would take long to occur. */
export const openBackstage = ({ databaseUrl }: TestSite, env: Readonly<Record<string, string>> = {}) => {
  const people = openPeople({ url: databaseUrl })
  const sql = connect(databaseUrl, { connectionsMax: 2, name: "test" })
  return {
    bitcoins: simOutside(sql, networks.BTC.demo),
    /**
     * A valid code of the person's authenticator, or of a new one. A code is accepted once per 30-second step, so the
     * authenticator is enrolled again with an early step to avoid waiting for the next one.
     */
    code: async ({ personId, email }: TestPerson): Promise<string> => {
      const [read, write] = [await people.run(reader(TwoStep)), await people.run(writer(TwoStep))]
      const { secret, recovery } = await people.run(read(personId))
      const key = secret ?? randomBytes(20)
      const about = { personId, email, locale: "en", recoveryHashes: recovery, replaced: secret !== null }
      const fact = { ...about, secret: key.toString("base64url"), step: 0, enrolledAt: "2026-01-01T00:00:00.000Z" }
      await people.run(write(personId, () => Result.succeed([TwoStepEnrolled.make(fact)])))
      return makeAuthenticator(toBase32(key)).next()
    },
    /** Sets the person's withdrawal password, dated long ago or at the given time. */
    withdrawalPassword: async (
      { personId }: TestPerson,
      password: string,
      nowMs = Date.parse("2026-01-01T00:00:00.000Z"),
    ): Promise<void> => {
      const passwordHash = await people.run(PasswordHasher.use(({ hash }) => hash(password)))
      const write = await people.run(writer(WithdrawalPassword))
      await people.run(write(personId, chooseWithdrawalPassword({ personId, passwordHash, nowMs })))
    },
    /** Makes the person's saved addresses one day older. */
    aDayLater: async ({ personId }: TestPerson): Promise<void> => {
      const write = await people.run(writer(AddressBook))
      const older = (ms: number) => new Date(ms - ADDRESS_HOLD_MS - 1_000).toISOString()
      await people.run(
        write(personId, (entries) =>
          Result.succeed(
            entries.flatMap(({ addedMs, usableFromMs, ...entry }) => [
              AddressRemoved.make({ personId, entryId: entry.entryId, removedAt: new Date(addedMs).toISOString() }),
              AddressAdded.make({ ...entry, personId, addedAt: older(addedMs), usableFrom: older(usableFromMs) }),
            ]),
          ),
        ),
      )
    },
    /** Sets the minimum withdrawal fee in units. */
    feesFrom: async (minimum: bigint): Promise<void> => {
      const write = await people.run(writer(Rules))
      const about = { reason: "busy chains", by: "test", at: new Date().toISOString() }
      await people.run(Effect.orDie(write(RULES_ID, setRules({ fees: { minimum } }, about))))
    },
    /** Runs `npm run ops --` with a command that takes a document. */
    ops: (...words: ReadonlyArray<string>) =>
      runOpsInProcess(
        { ...process.env, DATABASE_URL: databaseUrl, MASTER_KEY: TEST_MASTER_KEY, DEMO: "false", ...env },
        words,
      ),
    close: async () => {
      await people.close()
      await sql.end()
    },
  }
}
export type Backstage = ReturnType<typeof openBackstage>
