import { Clock, Effect } from "effect"
import { AppConfig, nameUuid, Sql } from "#core/kernel"
import { newestProof } from "#core/ledger"
import { Mail, NOTICE_LIFE_MS } from "#core/mail"

/** The mail of proofs is about no person; its text is sealed for this subject. */
const PROOFS_SUBJECT = nameUuid("quire:proofs")

/**
 * Mails the newest proof of the log to the configured address, once per day (UTC): its id is made from the day, so any
 * number of workers may run this. The mailbox keeps what somebody who changes the database cannot change.
 */
export const mailProof = Effect.gen(function* () {
  const [{ proofMail }, mail, { client: sql }] = [yield* AppConfig, yield* Mail, yield* Sql]
  if (proofMail === undefined) return
  const nowMs = yield* Clock.currentTimeMillis
  const at = new Date(nowMs).toISOString()
  const messageId = nameUuid(`quire:proof:${at.slice(0, 10)}`)
  if ((yield* mail.find(messageId)) !== null) return
  const newest = yield* Effect.promise(() => newestProof(sql))
  if (newest === null) return
  yield* mail.post({
    ...{ messageId, subjectId: PROOFS_SUBJECT, kind: "logProof", locale: "en" },
    ...{ about: { at, proof: newest.proof }, personal: { to: proofMail }, expiresMs: nowMs + NOTICE_LIFE_MS },
  })
})
