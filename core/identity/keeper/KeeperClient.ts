import { join } from "node:path"
import { Context, Effect, Layer, Redacted } from "effect"
import { AppConfig, type AppSettings } from "#core/kernel"
import { KeeperUnavailable, NotOpened } from "../refusals.ts"
import type { WrappedKey } from "./documentSeal.ts"
import { KeeperLink } from "./KeeperLink.ts"
import { type Answer, type OperatorLook, siteKeyOf } from "./wire.ts"

/** The keeper's directory. */
export const keeperDirectoryOf = ({
  keeperDir,
  dataDirectory,
}: Pick<AppSettings, "keeperDir" | "dataDirectory">): string => keeperDir ?? join(dataDirectory, "keeper")

/** The socket that the keeper listens on. */
export const keeperSocketOf = (settings: Pick<AppSettings, "keeperSocket" | "keeperDir" | "dataDirectory">): string =>
  settings.keeperSocket ?? join(keeperDirectoryOf(settings), "keeper.sock")

type Named = { readonly checkId: string; readonly docId: string }

/** The keeper as the site's processes see it: they can seal and pass requests on, and cannot open. */
export class KeeperClient extends Context.Service<
  KeeperClient,
  {
    readonly publicKey: Effect.Effect<Uint8Array, KeeperUnavailable>
    put(docId: string, wrapped: WrappedKey): Effect.Effect<void, KeeperUnavailable>
    /** False if the check is preserved. */
    shred(named: Named): Effect.Effect<boolean, KeeperUnavailable>
    list(beforeMs: number): Effect.Effect<ReadonlyArray<string>, KeeperUnavailable>
    /** A preview for the owner. @param token of a session that the keeper checks itself */
    preview(named: Named & { readonly token: string }): Effect.Effect<Uint8Array, NotOpened | KeeperUnavailable>
    /** A look of an operator, whose signature the keeper verifies itself. */
    open(look: OperatorLook): Effect.Effect<Uint8Array, NotOpened | KeeperUnavailable>
  }
>()("core/identity/KeeperClient") {
  static readonly layer = Layer.effect(
    KeeperClient,
    Effect.gen(function* () {
      const settings = yield* AppConfig
      const path = keeperSocketOf(settings)
      const site = yield* Effect.acquireRelease(
        Effect.succeed(new KeeperLink(path, siteKeyOf(Redacted.value(settings.masterKey)))),
        (link) => Effect.sync(() => link.end("the keeper is not needed any more")),
      )

      const attempt = <A>(work: () => Promise<A>) =>
        Effect.tryPromise({
          try: work,
          catch: (error) =>
            error instanceof KeeperUnavailable ? error : new KeeperUnavailable({ detail: `${error}` }),
        })
      const request = (question: Parameters<KeeperLink["request"]>[0]) => attempt(() => site.request(question))
      const isDone = (answer: Answer) =>
        "done" in answer
          ? Effect.succeed(answer.done)
          : Effect.fail(new KeeperUnavailable({ detail: "another answer" }))
      const imageOf = (answer: Answer) => {
        if ("image" in answer) return Effect.succeed(new Uint8Array(Buffer.from(answer.image, "base64")))
        return Effect.fail(new NotOpened({ cause: "refused" in answer ? answer.refused : "damaged" }))
      }

      return KeeperClient.of({
        publicKey: attempt(() => site.publicKey()),
        put: (docId, wrapped) =>
          request({ ask: "put", docId, wrapped }).pipe(
            Effect.flatMap(isDone),
            Effect.flatMap((done) =>
              done ? Effect.void : Effect.fail(new KeeperUnavailable({ detail: "the document has a key" })),
            ),
          ),
        shred: (named) => Effect.flatMap(request({ ask: "shred", ...named }), isDone),
        list: (beforeMs) =>
          Effect.map(request({ ask: "list", beforeMs }), (answer) => ("docIds" in answer ? answer.docIds : [])),
        preview: (named) => Effect.flatMap(request({ ask: "preview", ...named }), imageOf),
        open: (look) => Effect.flatMap(request({ ask: "open", ...look }), imageOf),
      })
    }),
  )
}
