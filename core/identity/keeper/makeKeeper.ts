import { Cause, Clock, Effect } from "effect"
import { Sessions } from "#core/accounts"
import { AppConfig, CurrentMeta, formatIso, isUuid, nameUuid, reader, writer } from "#core/kernel"
import { aboutUnderEmbargo, embargoEnd, Operators } from "#core/operators"
import { AccessLog, type Look, recordLook, recordRefusal } from "../access/AccessLog.ts"
import { Check, type CheckDocument, type CheckState, isOpen } from "../check/Check.ts"
import { NOTE_LENGTH_MAX, PREVIEW_SESSION_MS_MAX, REASON_LENGTH_MIN, type ViewerRole } from "../contract.ts"
import { DocumentStorage, sealedNameOf } from "../DocumentStorage.ts"
import { runImaging } from "../imaging/runImaging.ts"
import { NotOpened, type OpeningRefusal } from "../refusals.ts"
import { aboutDocument } from "./aboutDocument.ts"
import { openDocument, type WrappedKey } from "./documentSeal.ts"
import type { KeeperDirectory } from "./KeeperDirectory.ts"
import type { OperatorLook } from "./wire.ts"

/** The longer side of a preview, in pixels. */
const PREVIEW_PX = 800
/** The longer side for reviewers: all of the sealed image. */
const LOOK_PX = 7_200
/** Characters of a viewer's code in the mark. */
const VIEWER_LENGTH_MAX = 8

type Named = { readonly checkId: string; readonly docId: string }

/** What the keeper does. */
export type Keeper = {
  readonly put: (docId: string, wrapped: WrappedKey) => Effect.Effect<boolean>
  /** False if the check is preserved. */
  readonly shred: (named: Named) => Effect.Effect<boolean>
  readonly list: (beforeMs: number) => Effect.Effect<ReadonlyArray<string>>
  readonly preview: (named: Named & { readonly token: string }) => Effect.Effect<Uint8Array, NotOpened>
  readonly open: (look: OperatorLook) => Effect.Effect<Uint8Array, NotOpened>
}

/**
 * The keeper of documents: alone with the private key. It decides itself who may look, from the log and the sessions, and
 * records a look before it opens anything: no fact, no bytes.
 */
export const makeKeeper = (directory: KeeperDirectory) =>
  Effect.gen(function* () {
    const storage = yield* DocumentStorage
    const [sessions, operators] = [yield* Sessions, yield* Operators]
    const { publicOrigin } = yield* AppConfig
    const readCheck = yield* reader(Check)
    const write = yield* writer(AccessLog)

    const find = Effect.fnUntraced(function* ({ checkId, docId }: Named) {
      const check = isUuid(checkId) && isUuid(docId) ? yield* readCheck(checkId) : null
      const document = check?.documents.find((each) => each.docId === docId && !each.isShredded)
      return check === null || document === undefined ? null : { check, document }
    })

    /** Appends the look, or fails; only then the document is opened. */
    const openRecorded = Effect.fnUntraced(function* (
      { check, document }: { readonly check: CheckState; readonly document: CheckDocument },
      look: Pick<Look, "by" | "role" | "reason" | "embargoUntil" | "evidence">,
      sidePxMax: number,
    ) {
      const { checkId, personId } = check
      const { docId, kind, side } = document
      const nowMs = yield* Clock.currentTimeMillis
      // After the person has left, their own key is gone.
      const subjectId = check.isClosed ? checkId : personId
      yield* write(viewerId(look.by), recordLook({ ...look, checkId, personId, subjectId, docId }, nowMs)).pipe(
        actingAs(look.by),
        Effect.catchCause((cause) => {
          const error = Cause.squash(cause)
          if (error instanceof NotOpened) return Effect.fail(error)
          return Effect.andThen(
            Effect.logError("a look could not be recorded", { checkId, docId }, cause),
            Effect.fail(new NotOpened({ cause: "unrecorded" })),
          )
        }),
      )
      const image = yield* Effect.tryPromise({
        try: async () => {
          const [wrapped, sealed] = [await directory.find(docId), await storage.read(sealedNameOf(docId))]
          if (wrapped === null || sealed === null) throw new Error("nothing stored")
          return openDocument({ wrapped, sealed }, { checkId, personId, docId, kind, side }, directory.privateKey)
        },
        catch: () => new NotOpened({ cause: "damaged" }),
      }).pipe(Effect.tapError(() => Effect.logError("a document does not open", { checkId, docId })))
      const text = `${new URL(publicOrigin).hostname} / ${nameOf(look.by)} / ${formatIso(nowMs).slice(0, 16)}`
      const task = { text, sidePxMax, isCard: kind !== "proofOfAddress", mark: "look" } as const
      const made = yield* runImaging(image, task).pipe(Effect.mapError(() => new NotOpened({ cause: "damaged" })))
      return made.image
    })

    const refuse = Effect.fnUntraced(function* (
      { checkId, personId }: CheckState,
      { docId, by, role, cause }: { docId: string; by: string; role: ViewerRole; cause: OpeningRefusal },
    ) {
      const nowMs = yield* Clock.currentTimeMillis
      yield* write(viewerId(by), recordRefusal({ checkId, personId, docId, by, role, cause }, nowMs)).pipe(
        actingAs(by),
        Effect.ignore,
      )
      return yield* new NotOpened({ cause })
    })

    return {
      put: (docId, wrapped) =>
        isUuid(docId) ? Effect.promise(() => directory.put(docId, wrapped)) : Effect.succeed(false),

      shred: Effect.fn("Keeper.shred")(function* (named) {
        if (!isUuid(named.docId)) return false
        const found = yield* find(named)
        if (found?.check.isPreserved === true) return false
        yield* Effect.promise(() => directory.shred(named.docId))
        return true
      }),

      list: (beforeMs) => Effect.promise(() => directory.listBefore(beforeMs)),

      preview: Effect.fn("Keeper.preview")(function* ({ token, ...named }) {
        const session = yield* sessions.find(token)
        if (session === null) return yield* new NotOpened({ cause: "credential" })
        const found = yield* find(named)
        if (found === null) return yield* new NotOpened({ cause: "unknown" })
        const { check, document } = found
        const viewer = { docId: document.docId, by: `user:${session.personId}`, role: "owner" } as const
        if (session.personId !== check.personId) return yield* refuse(check, { ...viewer, cause: "owner" })
        const nowMs = yield* Clock.currentTimeMillis
        if (session.openedMs < nowMs - PREVIEW_SESSION_MS_MAX)
          return yield* refuse(check, { ...viewer, cause: "session" })
        if (!isOpen(check) || document.isRemoved) return yield* new NotOpened({ cause: "decided" })
        return yield* openRecorded(found, { ...viewer, reason: "", embargoUntil: null }, PREVIEW_PX)
      }),

      open: Effect.fn("Keeper.open")(function* ({ operatorId, reason, embargoDays, lookId, madeMs, signed, ...named }) {
        const length = [...reason].length
        if (length < REASON_LENGTH_MIN || length > NOTE_LENGTH_MAX) return yield* new NotOpened({ cause: "reason" })
        const about = aboutUnderEmbargo(aboutDocument(named), embargoDays)
        const verify = operators.verifyLook({ lookId, operatorId, about, reason, madeMs }, "identity.review", signed)
        const mayHide = embargoDays === 0 ? Effect.void : operators.require(operatorId, "looks.embargo")
        const { operator, evidence } = yield* Effect.andThen(mayHide, verify).pipe(
          actingAs(`operator:${operatorId}`),
          Effect.mapError(() => new NotOpened({ cause: "credential" })),
        )
        const found = yield* find(named)
        if (found === null) return yield* new NotOpened({ cause: "unknown" })
        const by = `operator:${operatorId}`
        if (operator.personIds.includes(found.check.personId))
          return yield* refuse(found.check, { docId: named.docId, by, role: "reviewer", cause: "own" })
        const embargoUntil = embargoEnd(embargoDays, yield* Clock.currentTimeMillis)
        return yield* openRecorded(found, { by, role: "reviewer", reason, embargoUntil, evidence }, LOOK_PX)
      }),
    } satisfies Keeper
  })

/** Runs a command for a viewer, who is recorded as its actor. */
const actingAs = (actor: string) =>
  Effect.provideService(CurrentMeta, { actor, commandId: null, correlationId: null, causationId: null })

/** The stream of one viewer. */
const viewerId = (by: string): string => nameUuid(`identity viewer\n${by}`)

/** The viewer's code in a mark: the end of the id, which tells nobody a name. */
const nameOf = (by: string): string => by.slice(-VIEWER_LENGTH_MAX)
