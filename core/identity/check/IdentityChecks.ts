import { createHash } from "node:crypto"
import { Clock, Context, Effect, Layer, Result } from "effect"
import {
  AppConfig,
  dieOnConflict,
  eraseSubject,
  formatIso,
  jointWriter,
  manyReader,
  reader,
  uuidv7,
  withFreshCommandId,
  writer,
} from "#core/kernel"
import { PersonChecks } from "../claims/aggregates.ts"
import { CheckClaimed } from "../claims/events.ts"
import type { DocumentKind, Side } from "../contract.ts"
import { DocumentStorage, sealedNameOf } from "../DocumentStorage.ts"
import { runImaging } from "../imaging/runImaging.ts"
import { sniffDocument } from "../imaging/sniffDocument.ts"
import { isPdf } from "../imaging/wire.ts"
import { sealDocument } from "../keeper/documentSeal.ts"
import { KeeperClient } from "../keeper/KeeperClient.ts"
import {
  CheckExists,
  type DocumentTooLarge,
  type IncompleteDocuments,
  type KeeperUnavailable,
  NoCheck,
  type NotADocument,
  type NotOpened,
  type SameImage,
  type TooEarly,
  type TooManyAttempts,
  type TooManyDocuments,
  type UnfitStatement,
} from "../refusals.ts"
import { abandonCheck, closeCheck, expireCheck, isShredDue, withdrawConsent } from "../retention/endCheck.ts"
import { RETENTION_ID, Retention } from "../retention/Retention.ts"
import { beginCheck, isCountry, readStatement, type StatementForm } from "./beginCheck.ts"
import { Check, type CheckState, unshreddedDocuments } from "./Check.ts"
import { addDocument, mayAddDocument, recordShredded, removeDocument, submitCheck } from "./changeDocuments.ts"

/** The longer side of a sealed image: an A4 page at 200 dpi. */
const SEALED_PX_MAX = 2_400
/** The same for the pages of a PDF, of which several are in one image. */
const SHEET_PX_MAX = 7_200
/** Characters at the end of a check's id that name the case in watermarks. */
const CASE_LENGTH = 8

export type DocumentUpload = {
  readonly kind: DocumentKind
  readonly side: Side
  readonly country: string
  readonly bytes: Uint8Array
}

/** Identity checks as people make them. Commands return the log position to wait for. */
export class IdentityChecks extends Context.Service<
  IdentityChecks,
  {
    /** Begins a check with the statement and the consent; level 1 is verified at once. */
    begin(
      personId: string,
      form: StatementForm,
      locale: string,
    ): Effect.Effect<number, UnfitStatement | CheckExists | TooEarly | TooManyAttempts>
    /** Checks, marks, seals and stores an image of a document. The answer is its id. */
    addDocument(
      personId: string,
      upload: DocumentUpload,
    ): Effect.Effect<
      { readonly docId: string; readonly position: number },
      NoCheck | TooManyDocuments | SameImage | NotADocument | DocumentTooLarge | KeeperUnavailable
    >
    removeDocument(personId: string, docId: string): Effect.Effect<number, NoCheck | KeeperUnavailable>
    submit(personId: string): Effect.Effect<number, NoCheck | IncompleteDocuments | TooManyAttempts>
    /** Takes the consent back before a decision; the images are shredded. */
    withdraw(personId: string): Effect.Effect<number, NoCheck>
    /** A marked preview of an own image. @param token of the session, which the keeper checks */
    preview(
      personId: string,
      docId: string,
      token: string,
    ): Effect.Effect<Uint8Array, NoCheck | NotOpened | KeeperUnavailable>
    /** Ends what is over: expired identities and abandoned checks. */
    expire(checkId: string): Effect.Effect<void>
    /** Shreds the images of a check if they are due, and erases what was sealed with it. */
    shredDue(checkId: string): Effect.Effect<void, KeeperUnavailable>
    /** Closes the checks of a person who left, and shreds what no law demands. */
    close(personId: string): Effect.Effect<void, KeeperUnavailable>
    /** Shreds keys of uploads that never became part of a check. @param isKnown whether a document is part of one */
    sweep<R>(isKnown: (docId: string) => Effect.Effect<boolean, never, R>): Effect.Effect<void, KeeperUnavailable, R>
  }
>()("core/identity/IdentityChecks") {
  static readonly layerNoStorage = Layer.effect(
    IdentityChecks,
    Effect.gen(function* () {
      const keeper = yield* KeeperClient
      const storage = yield* DocumentStorage
      const { publicOrigin } = yield* AppConfig
      const services = yield* Effect.context<Effect.Services<ReturnType<typeof eraseSubject>>>()
      const write = yield* writer(Check)
      const writeJointly = yield* jointWriter
      const readCheck = yield* reader(Check)
      const readChecks = yield* manyReader(Check)
      const readPerson = yield* reader(PersonChecks)
      const readRetention = yield* reader(Retention)
      const policy = readRetention(RETENTION_ID)

      const checksOf = (checkIds: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<CheckState>> =>
        Effect.map(readChecks(checkIds), (found) => found.map(({ state }) => state))

      /** The newest check of a person. */
      const newestOf = Effect.fnUntraced(function* (personId: string) {
        const checkId = (yield* readPerson(personId)).at(-1)
        return checkId === undefined ? yield* new NoCheck() : yield* readCheck(checkId)
      })

      /** Deletes the key, then the bytes, then records it: a process killed in between repeats it. */
      const shred = Effect.fnUntraced(function* (
        checkId: string,
        docId: string,
        cause: "removed" | "retention" | "ordered",
        by: string,
      ) {
        if (!(yield* keeper.shred({ checkId, docId }))) return
        yield* Effect.promise(() => storage.remove(sealedNameOf(docId)))
        const nowMs = yield* Clock.currentTimeMillis
        yield* write(checkId, recordShredded(docId, cause, by, nowMs)).pipe(withFreshCommandId, Effect.orDie)
      })

      const shredRemoved = Effect.fnUntraced(function* (checkId: string) {
        const { documents } = yield* readCheck(checkId)
        for (const { docId, isRemoved, isShredded } of documents)
          if (isRemoved && !isShredded) yield* shred(checkId, docId, "removed", "system")
      })

      const shredDue = Effect.fnUntraced(function* (checkId: string) {
        const check = yield* readCheck(checkId)
        yield* shredRemoved(checkId)
        if (!isShredDue(check, yield* Clock.currentTimeMillis)) return
        for (const { docId } of unshreddedDocuments(check)) yield* shred(checkId, docId, "retention", "system")
        const after = yield* readCheck(checkId)
        if (unshreddedDocuments(after).length > 0) return
        yield* Effect.provide(eraseSubject(checkId), services)
      })

      return IdentityChecks.of({
        begin: Effect.fn("IdentityChecks.begin")(function* (personId, form, locale) {
          const nowMs = yield* Clock.currentTimeMillis
          const statement = yield* Effect.fromResult(readStatement(form, nowMs))
          const checkId = uuidv7(nowMs)
          const [known, current] = [yield* readPerson(personId), yield* policy]
          const earlier = yield* checksOf(known)
          const begin = { checkId, personId, statement, locale, policy: current, nowMs }
          const { receipt } = yield* writeJointly(
            { person: { aggregate: PersonChecks, id: personId }, check: { aggregate: Check, id: checkId } },
            ({ person }) =>
              // Another check began meanwhile, so the earlier ones are not all of them.
              person.length > known.length
                ? Result.fail(new CheckExists())
                : Result.map(beginCheck(begin, earlier), (check) => ({
                    person: [CheckClaimed.make({ personId, checkId, claimedAt: formatIso(nowMs) })],
                    check,
                  })),
          ).pipe(dieOnConflict)
          return receipt.position
        }),

        addDocument: Effect.fn("IdentityChecks.addDocument")(function* (personId, { kind, side, country, bytes }) {
          const check = yield* newestOf(personId)
          const { checkId } = check
          if (!isCountry(country.toUpperCase())) return yield* new NoCheck()
          const digest = createHash("sha256").update(bytes).digest("base64url")
          const refusal = mayAddDocument(check, { kind, side, digest }) ?? sniffDocument(bytes, kind)
          if (refusal !== null) return yield* refusal
          // Nothing is decoded that could not be sealed.
          const publicKey = yield* keeper.publicKey
          const nowMs = yield* Clock.currentTimeMillis
          const docId = uuidv7(nowMs)
          const host = new URL(publicOrigin).hostname
          const text = `Copy for ${host} / ${formatIso(nowMs).slice(0, 10)} / ${checkId.slice(-CASE_LENGTH)}`
          const isCard = kind !== "proofOfAddress"
          const sidePxMax = isPdf(bytes) ? SHEET_PX_MAX : SEALED_PX_MAX
          const made = yield* runImaging(bytes, { text, sidePxMax, isCard, mark: "copy" })
          const binding = { checkId, personId, docId, kind, side }
          const { wrapped, sealed } = sealDocument(made.image, binding, publicKey)
          made.image.fill(0)
          yield* keeper.put(docId, wrapped)
          yield* Effect.promise(() => storage.write(sealedNameOf(docId), sealed))
          const document = { docId, kind, side, country: country.toUpperCase(), digest, quality: made.quality }
          const { receipt } = yield* write(checkId, addDocument(document, nowMs)).pipe(dieOnConflict)
          // A repeated command recorded the document of the first one; the sweep shreds this key.
          yield* Effect.ignore(shredRemoved(checkId))
          return { docId, position: receipt.position }
        }),

        removeDocument: Effect.fn("IdentityChecks.removeDocument")(function* (personId, docId) {
          const { checkId } = yield* newestOf(personId)
          const nowMs = yield* Clock.currentTimeMillis
          const { receipt } = yield* write(checkId, removeDocument(docId, nowMs)).pipe(dieOnConflict)
          yield* shredRemoved(checkId)
          return receipt.position
        }),

        submit: Effect.fn("IdentityChecks.submit")(function* (personId) {
          const { checkId } = yield* newestOf(personId)
          const nowMs = yield* Clock.currentTimeMillis
          return (yield* write(checkId, submitCheck(nowMs)).pipe(dieOnConflict)).receipt.position
        }),

        withdraw: Effect.fn("IdentityChecks.withdraw")(function* (personId) {
          const { checkId } = yield* newestOf(personId)
          const nowMs = yield* Clock.currentTimeMillis
          const { receipt } = yield* write(checkId, withdrawConsent(nowMs)).pipe(dieOnConflict)
          // The job repeats it while the keeper is away.
          yield* Effect.ignore(shredDue(checkId))
          return receipt.position
        }),

        preview: Effect.fn("IdentityChecks.preview")(function* (personId, docId, token) {
          const { checkId, documents } = yield* newestOf(personId)
          if (!documents.some((each) => each.docId === docId)) return yield* new NoCheck()
          return yield* keeper.preview({ checkId, docId, token })
        }),

        expire: Effect.fn("IdentityChecks.expire")(function* (checkId) {
          const [current, nowMs] = [yield* policy, yield* Clock.currentTimeMillis]
          yield* write(checkId, expireCheck(current, nowMs)).pipe(dieOnConflict)
          yield* write(checkId, abandonCheck(nowMs)).pipe(dieOnConflict)
        }),

        shredDue: Effect.fn("IdentityChecks.shredDue")(shredDue),

        close: Effect.fn("IdentityChecks.close")(function* (personId) {
          const [current, nowMs] = [yield* policy, yield* Clock.currentTimeMillis]
          for (const checkId of yield* readPerson(personId)) {
            yield* write(checkId, closeCheck(current, nowMs)).pipe(dieOnConflict)
            yield* shredDue(checkId)
          }
        }),

        sweep: Effect.fn("IdentityChecks.sweep")(function* (isKnown) {
          const beforeMs = (yield* Clock.currentTimeMillis) - DAY_MS
          for (const docId of yield* keeper.list(beforeMs)) {
            if (yield* isKnown(docId)) continue
            yield* keeper.shred({ checkId: docId, docId })
            yield* Effect.promise(() => storage.remove(sealedNameOf(docId)))
          }
        }),
      })
    }),
  )
  static readonly layer = IdentityChecks.layerNoStorage.pipe(
    Layer.provide(Layer.mergeAll(DocumentStorage.layer, KeeperClient.layer)),
  )
}

const DAY_MS = 86_400_000
