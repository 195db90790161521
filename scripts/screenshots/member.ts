import { Effect, Result } from "effect"
import { PREFERENCE_BASE_CURRENCY } from "#contract/accounts"
import { PasswordHasher } from "#core/accounts"
import { networks, readAddress } from "#core/chains"
import { uuidv7, writer } from "#core/kernel"
import { personAccount } from "#core/ledger"
import { openPeople, type People } from "../../core/accounts/testing/people.ts"
import { writeAddress } from "../../core/chains/addresses/writeAddress.ts"
import { openLedger } from "../../core/ledger/testing/ledgerKit.ts"
import { ADDRESS_HOLD_MS, AddressBook, addAddress } from "../../core/wallet/addressBook/AddressBook.ts"
import {
  chooseWithdrawalPassword,
  WithdrawalPassword,
} from "../../core/wallet/withdrawalPassword/WithdrawalPassword.ts"
import { waitUntil } from "../run/processes.ts"
import { type Call, makeChannel } from "./channel.ts"
import { makeGroup } from "./group.ts"
import type { Samples } from "./pages.ts"

/** The withdrawal password of accounts that may withdraw. */
const WITHDRAWAL_PASSWORD = "wise otters pay slowly"

/**
 * Gives a user a withdrawal password and two addresses: one that can be withdrawn to, and one that is still in its
 * waiting period.
 */
const setWithdrawalPassword = ({ run }: People, personId: string, nowMs: number): Promise<void> =>
  run(
    Effect.gen(function* () {
      const passwordHash = yield* Effect.flatMap(PasswordHasher, ({ hash }) => hash(WITHDRAWAL_PASSWORD))
      const password = yield* writer(WithdrawalPassword)
      yield* password(personId, chooseWithdrawalPassword({ personId, passwordHash, nowMs }))
      const book = yield* writer(AddressBook)
      for (const [index, label] of ["Ledger in the drawer", "Paper wallet"].entries()) {
        const address = writeAddress(networks.BTC.demo, "p2wpkh", Buffer.alloc(20, 7 + index))
        const { text, script } = Result.getOrThrow(readAddress(networks.BTC.demo, address))
        const entry = { entryId: uuidv7(nowMs), assetTypeId: 1, stage: "demo", label, address: text, script }
        const addedMs = index === 0 ? nowMs - ADDRESS_HOLD_MS : nowMs
        yield* book(personId, addAddress(personId, entry, addedMs))
      }
    }).pipe(Effect.orDie),
  )

const FOUND_MS_MAX = 20_000

/** The messages of a conversation, in turn. The first user accepts the conversation request. */
const SAID = [
  "Hello Anna, I read your notes on the lock keeper's letters. Are you at the canal this week?",
  "I am! Saturday morning, the gates are being repaired and one can walk through the empty chamber.",
  "Then I will bring the camera. Shall we meet at the bridge at nine?",
  "Nine is good. Look at last year's pictures first: https://example.org/locks/2025",
  "Those are lovely. I had not seen the one with the herons.",
]

/** A user who follows some feeds and chats, created in the database of the pictured product. */
export async function makeMember(
  url: string,
  { origin, chatUrl }: { readonly origin: string; readonly chatUrl: string },
  feeds: Samples["feeds"],
): Promise<NonNullable<Samples["member"]>> {
  const people = openPeople({ url })
  const call: Call = async ({ token }, path, payload) => {
    const request = () =>
      fetch(`${origin}/api/${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
        body: JSON.stringify(payload),
      })
    let answer = await request()
    // People who were just made appear in the read models a moment later.
    const isFound = async () => {
      if (answer.status === 404) answer = await request()
      return answer.status !== 404
    }
    await waitUntil(isFound, FOUND_MS_MAX)
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    return ((await answer.json()) as { readonly data: Readonly<Record<string, unknown>> | null }).data ?? {}
  }
  try {
    const anna = await people.make({ displayName: "Anna Lind", hasUserName: true })
    const ben = await people.make({ displayName: "Ben Okafor", hasUserName: true })
    const cleo = await people.make({ displayName: "Cleo Marsh" })
    const dora = await people.make({ displayName: "Dora Hale", hasUserName: true })
    for (const { feedId } of feeds) await call(anna, "Feed/Follow", { feedId, groupName: "" })
    for (const [index, message] of SAID.entries()) {
      const [from, to] = index % 2 === 0 ? [ben, anna] : [anna, ben]
      await call(from, "Message/SendMessage", { targetUserCode: to.userCode, message })
      if (index === 0) await call(anna, "Message/UpdateMessage", { targetUserCode: ben.userCode, invite: "accept" })
    }
    const requested = "Good evening! May I ask you something about your feed?"
    await call(cleo, "Message/SendMessage", { targetUserCode: anna.userCode, message: requested })
    const groupId = await makeGroup(chatUrl, origin, call, { anna, ben, dora })
    await fillWallet(url, anna.personId, ben.personId)
    await setWithdrawalPassword(people, anna.personId, Date.now())
    await call(anna, "UserPreference/UpdateUserPreference", { preferenceId: PREFERENCE_BASE_CURRENCY, value: "4" })
    const channel = await makeChannel(url, call, anna, ben)
    return { userCode: anna.userCode, token: anna.token, friendCode: ben.userCode, groupId, ...channel }
  } finally {
    await people.close()
  }
}

/** Some coins of each kind, and donations in both directions. */
async function fillWallet(url: string, annaId: string, benId: string): Promise<void> {
  const ledger = await openLedger(url)
  const give = (fromId: string, toId: string, units: bigint, assetTypeId: number) =>
    ledger.use(({ transfer }) =>
      transfer({
        purpose: "donation",
        entries: [
          { account: personAccount("available", assetTypeId, fromId), amount: -units },
          { account: personAccount("available", assetTypeId, toId), amount: units },
        ],
      }),
    )
  try {
    await ledger.deposit(annaId, 41_250_000n, 1)
    await ledger.deposit(annaId, 1_834_002_117n, 3)
    await ledger.deposit(benId, 500_000_000n, 2)
    await give(annaId, benId, 125_000n, 1)
    await give(benId, annaId, 75_000_000n, 2)
  } finally {
    await ledger.close()
  }
}
