import { Effect } from "effect"
import { AccountDeletion } from "#core/accounts"
import { CurrentMeta, eraseSubject } from "#core/kernel"
import { closeWallet } from "#core/wallet"
import { operatorName } from "../lib/plan.ts"
import type { Session } from "../lib/session.ts"

/** What the database has of a subject. */
export type SubjectFacts = {
  readonly events: number
  readonly known: boolean
  readonly key: boolean
  readonly announced: boolean
  /** Whether it is an open account, and whether that has a wallet. */
  readonly account: boolean
  readonly wallet: boolean
}

const NOTHING: SubjectFacts = {
  ...{ events: 0, known: false, key: false, announced: false },
  ...{ account: false, wallet: false },
}

export const findSubject = async ({ sql }: Session, id: string): Promise<SubjectFacts> =>
  (
    await sql<Array<SubjectFacts>>`
      select count(*) as events,
        exists (select from es.subject_key where subject_id = ${id}) as known,
        exists (select from es.subject_key where subject_id = ${id} and wrapped is not null) as key,
        exists (select from es.stream where stream = ${`subject-${id}`}) as announced,
        exists (select from es.stream where stream = ${`account-${id}`}) and not exists (select from es.event
          where stream = ${`account-${id}`} and type = 'accounts.AccountDeleted.v1') as account,
        exists (select from es.stream where stream = ${`account-${id}`})
          and not exists (select from wallet.closed_owner where owner = ${id}) as wallet
      from es.event where subject_id = ${id}`
  )[0] ?? NOTHING

/** Erases a subject, with its account and wallet. Safe to repeat: completes an interrupted erasure. */
export const eraseKnown = (session: Session, id: string, { account, wallet }: SubjectFacts) => {
  const meta = { actor: operatorName(), commandId: null, correlationId: null, causationId: null }
  const act = Effect.gen(function* () {
    const deletion = yield* AccountDeletion
    // This runs first, because the key is needed to find the addresses that become free.
    if (account) yield* deletion.delete(id)
    const left = wallet ? yield* closeWallet(id) : []
    const erased = yield* eraseSubject(id)
    if (account) yield* deletion.erase(id)
    return { ...erased, left }
  })
  return session.run(act.pipe(Effect.provideService(CurrentMeta, meta)))
}
