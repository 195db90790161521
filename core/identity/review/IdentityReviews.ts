import { createHmac, hkdfSync } from "node:crypto"
import { Clock, Context, Effect, Layer, Redacted, Result } from "effect"
import { AppConfig, dieOnConflict, formatIso, isUuid, jointWriter, pastReader, reader, writer } from "#core/kernel"
import { linkedAccounts } from "#core/operators"
import { Check, type CheckState, presentDocuments, unshreddedDocuments } from "../check/Check.ts"
import { recordShredded } from "../check/changeDocuments.ts"
import { DocumentNumber, type NumberClaim } from "../claims/aggregates.ts"
import { NumberClaimed } from "../claims/events.ts"
import type { RejectionReason, ResubmissionReason, RetentionPolicy, RevocationReason } from "../contract.ts"
import { DocumentStorage, sealedNameOf } from "../DocumentStorage.ts"
import { KeeperClient } from "../keeper/KeeperClient.ts"
import type { OperatorLook } from "../keeper/wire.ts"
import { readMrz } from "../mrz/readMrz.ts"
import {
  type KeeperUnavailable,
  NoCheck,
  type NotClaimed,
  type NotOpened,
  Preserved,
  ReviewRefused,
  type TooManyAttempts,
} from "../refusals.ts"
import { liftPreservation, orderPreservation } from "../retention/endCheck.ts"
import { RETENTION_ID, Retention, setRetention } from "../retention/Retention.ts"
import { claimReview, type Reviewer, releaseReview, reviewProblem } from "./claimReview.ts"
import {
  askResubmission,
  type DocumentReading,
  flagReuse,
  readDocument,
  rejectIdentity,
  revokeIdentity,
  secondReviewCauses,
  verifyIdentity,
} from "./decideReview.ts"

/** What a reviewer read: the machine-readable zone, or the number and the day by eye. */
export type ReadDocument =
  | { readonly docId: string; readonly mrz: string }
  | { readonly docId: string; readonly number: string | null; readonly day: string }

type ReviewError = NoCheck | NotClaimed | ReviewRefused
type Position<E> = Effect.Effect<number, E>

/**
 * Reviews of identity checks. `by` is the recorded name of the operator; a decision needs a claim, and nobody decides on
 * themselves. Commands return the log position to wait for.
 */
export class IdentityReviews extends Context.Service<
  IdentityReviews,
  {
    claim(checkId: string, by: string): Position<ReviewError>
    release(checkId: string, by: string): Position<never>
    /** Records what a document says. A wrong check digit or a known number asks for a second reviewer, and is no refusal. */
    read(
      checkId: string,
      document: ReadDocument,
      by: string,
    ): Effect.Effect<
      { readonly position: number; readonly failedDigits: ReadonlyArray<string>; readonly isReused: boolean },
      ReviewError
    >
    /** Verifies, or gives the first of two approvals. */
    verify(
      checkId: string,
      by: string,
      isOverride: boolean,
    ): Effect.Effect<{ readonly position: number; readonly isVerified: boolean }, ReviewError>
    askResubmission(
      checkId: string,
      by: string,
      asked: {
        readonly reasons: ReadonlyArray<{ readonly docId: string | null; readonly reason: ResubmissionReason }>
        readonly note: string
      },
    ): Position<ReviewError | TooManyAttempts>
    reject(
      checkId: string,
      by: string,
      rejection: { readonly reason: RejectionReason; readonly note: string },
    ): Position<ReviewError>
    revoke(checkId: string, by: string, reason: RevocationReason): Position<NoCheck | ReviewRefused>
    preserve(checkId: string, by: string, reason: string): Position<NoCheck | ReviewRefused>
    lift(checkId: string, by: string): Position<NoCheck>
    /** Shreds the images of a decided check before their time. Final. */
    shred(checkId: string, by: string): Position<NoCheck | Preserved | KeeperUnavailable>
    setRetention(policy: RetentionPolicy, by: string): Position<never>
    /** The policy, and why a check needs a second reviewer. */
    readonly policy: Effect.Effect<RetentionPolicy>
    look(look: OperatorLook): Effect.Effect<Uint8Array, NotOpened | KeeperUnavailable>
    /**
     * The state that decisions are made on; null for an unknown check.
     * @param at a position of the log: the check as it was then. Null for now
     */
    find(
      checkId: string,
      at?: number | null,
    ): Effect.Effect<(CheckState & { readonly causes: ReadonlyArray<string> }) | null>
  }
>()("core/identity/IdentityReviews") {
  static readonly layerNoStorage = Layer.effect(
    IdentityReviews,
    Effect.gen(function* () {
      const keeper = yield* KeeperClient
      const storage = yield* DocumentStorage
      const linkedOf = yield* linkedAccounts
      const { masterKey } = yield* AppConfig
      const numberKey = new Uint8Array(
        hkdfSync("sha256", Redacted.value(masterKey), "", "quire: numbers of documents", HMAC_KEY_BYTES),
      )
      const write = yield* writer(Check)
      const writeRetention = yield* writer(Retention)
      const writeJointly = yield* jointWriter
      const [readCheck, readPast] = [yield* reader(Check), yield* pastReader(Check)]
      const readNumber = yield* reader(DocumentNumber)
      const policy = (yield* reader(Retention))(RETENTION_ID)

      const reviewerOf = Effect.fnUntraced(function* (by: string) {
        const [nowMs, personIds] = [yield* Clock.currentTimeMillis, yield* linkedOf(by)]
        return { by, personIds, nowMs } satisfies Reviewer
      })
      // Without the country, which the person states: the same document under another one would not be recognised.
      const numberHmacOf = (number: string) =>
        createHmac("sha256", numberKey)
          .update(number.toUpperCase().replace(/[^0-9A-Z]/g, ""))
          .digest("base64url")

      /** Reads what the reviewer typed. */
      const readingOf = (check: CheckState, document: ReadDocument, nowMs: number): DocumentReading | null => {
        const stored = presentDocuments(check).find(({ docId }) => docId === document.docId)
        if (stored === undefined) return null
        const { docId } = stored
        if ("mrz" in document) {
          const mrz = readMrz(document.mrz, nowMs)
          if (mrz === null || mrz.expiresOn === null || mrz.number === "") return null
          const { format, failedDigits } = mrz
          return { docId, format, failedDigits, numberHmac: numberHmacOf(mrz.number), day: mrz.expiresOn }
        }
        const isAddress = stored.kind === "proofOfAddress"
        const number = document.number?.trim() ?? ""
        if (!isAddress && (number === "" || number.length > NUMBER_LENGTH_MAX)) return null
        const numberHmac = isAddress ? null : numberHmacOf(number)
        return { docId, format: "none", failedDigits: [], numberHmac, day: document.day }
      }

      return IdentityReviews.of({
        claim: Effect.fn("IdentityReviews.claim")(function* (checkId, by) {
          const decide = claimReview(yield* reviewerOf(by))
          return (yield* write(checkId, decide).pipe(dieOnConflict)).receipt.position
        }),
        release: Effect.fn("IdentityReviews.release")(function* (checkId, by) {
          const decide = releaseReview(yield* reviewerOf(by))
          return (yield* write(checkId, decide).pipe(dieOnConflict)).receipt.position
        }),

        read: Effect.fn("IdentityReviews.read")(function* (checkId, document, by) {
          const reviewer = yield* reviewerOf(by)
          const { nowMs } = reviewer
          const check = yield* readCheck(checkId)
          const problem = reviewProblem(check, reviewer)
          if (problem !== null) return yield* problem
          const reading = readingOf(check, document, nowMs)
          if (reading === null) return yield* new ReviewRefused({ problem: "unread" })
          const { numberHmac, failedDigits } = reading
          if (numberHmac === null) {
            const { receipt } = yield* write(checkId, readDocument(reading, reviewer, null)).pipe(dieOnConflict)
            return { position: receipt.position, failedDigits, isReused: false }
          }
          const { receipt } = yield* writeJointly(
            { check: { aggregate: Check, id: checkId }, number: { aggregate: DocumentNumber, id: numberHmac } },
            ({ check: state, number }) =>
              Result.map(readDocument(reading, reviewer, otherOf(number, checkId))(state), (events) => ({
                check: events,
                number: number.some((each) => each.checkId === checkId)
                  ? []
                  : [
                      NumberClaimed.make({
                        ...{ numberHmac, checkId, personId: state.personId, claimedAt: formatIso(nowMs) },
                      }),
                    ],
              })),
          ).pipe(dieOnConflict)
          const others = (yield* readNumber(numberHmac)).filter((each) => each.checkId !== checkId)
          for (const other of others) yield* write(other.checkId, flagReuse(checkId, nowMs)).pipe(Effect.orDie)
          return { position: receipt.position, failedDigits, isReused: others.length > 0 }
        }),

        verify: Effect.fn("IdentityReviews.verify")(function* (checkId, by, isOverride) {
          const [reviewer, current] = [yield* reviewerOf(by), yield* policy]
          const decide = verifyIdentity(reviewer, { policy: current, isOverride })
          const { receipt, state } = yield* write(checkId, decide, ({ phase }) => phase === "verified").pipe(
            dieOnConflict,
          )
          return {
            position: receipt.position,
            isVerified: state === null ? receipt.answer === true : state.phase === "verified",
          }
        }),
        askResubmission: Effect.fn("IdentityReviews.askResubmission")(function* (checkId, by, { reasons, note }) {
          const decide = askResubmission(yield* reviewerOf(by), reasons, note)
          return (yield* write(checkId, decide).pipe(dieOnConflict)).receipt.position
        }),
        reject: Effect.fn("IdentityReviews.reject")(function* (checkId, by, rejection) {
          const decide = rejectIdentity(yield* reviewerOf(by), { ...rejection, policy: yield* policy })
          return (yield* write(checkId, decide).pipe(dieOnConflict)).receipt.position
        }),
        revoke: Effect.fn("IdentityReviews.revoke")(function* (checkId, by, reason) {
          const decide = revokeIdentity(yield* reviewerOf(by), { reason, policy: yield* policy })
          return (yield* write(checkId, decide).pipe(dieOnConflict)).receipt.position
        }),
        preserve: Effect.fn("IdentityReviews.preserve")(function* (checkId, by, reason) {
          const decide = orderPreservation(by, reason.trim(), yield* Clock.currentTimeMillis)
          return (yield* write(checkId, decide).pipe(dieOnConflict)).receipt.position
        }),
        lift: Effect.fn("IdentityReviews.lift")(function* (checkId, by) {
          const decide = liftPreservation(by, yield* Clock.currentTimeMillis)
          return (yield* write(checkId, decide).pipe(dieOnConflict)).receipt.position
        }),
        shred: Effect.fn("IdentityReviews.shred")(function* (checkId, by) {
          const check = yield* readCheck(checkId)
          if (check.phase === null || check.phase === "pending") return yield* new NoCheck()
          if (check.isPreserved) return yield* new Preserved()
          let position = 0
          for (const { docId } of unshreddedDocuments(check)) {
            if (!(yield* keeper.shred({ checkId, docId }))) return yield* new Preserved()
            yield* Effect.promise(() => storage.remove(sealedNameOf(docId)))
            const decide = recordShredded(docId, "ordered", by, yield* Clock.currentTimeMillis)
            position = (yield* write(checkId, decide).pipe(dieOnConflict)).receipt.position
          }
          return position
        }),
        setRetention: Effect.fn("IdentityReviews.setRetention")(function* (next, by) {
          const decide = setRetention(next, by, yield* Clock.currentTimeMillis)
          return (yield* writeRetention(RETENTION_ID, decide).pipe(dieOnConflict)).receipt.position
        }),
        policy,
        look: keeper.open,
        find: Effect.fn("IdentityReviews.find")(function* (checkId, at = null) {
          if (!isUuid(checkId)) return null
          const check = yield* at === null ? readCheck(checkId) : readPast(checkId, at)
          return check.phase === null ? null : { ...check, causes: secondReviewCauses(check) }
        }),
      })
    }),
  )
  static readonly layer = IdentityReviews.layerNoStorage.pipe(
    Layer.provide(Layer.mergeAll(DocumentStorage.layer, KeeperClient.layer)),
  )
}

const HMAC_KEY_BYTES = 32
/** Characters of a document's number. */
const NUMBER_LENGTH_MAX = 40

/** An earlier check with the same number. */
const otherOf = (claims: ReadonlyArray<NumberClaim>, checkId: string): string | null =>
  claims.find((each) => each.checkId !== checkId)?.checkId ?? null
