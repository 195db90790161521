import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Redacted, Schedule } from "effect"
import { AppConfig, connect } from "#core/kernel"
import { type Asset, storeAssets } from "#core/releases"
import { RELEASE, UNBUILT } from "../process/release.ts"

const ANSWER_MS_MAX = 10_000
/** Pauses between attempts while the database is away. */
const RETRY_MS = 5_000

/** Types of assets. Compressed copies beside them are left out. */
const ASSET_TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript",
  css: "text/css",
  woff2: "font/woff2",
}
const NAME = /^[\w.@-]{1,200}\.(js|css|woff2)$/

/** The type of an asset by its name; null for other names. */
export const assetTypeOf = (name: string): string | null => ASSET_TYPES[NAME.exec(name)?.[1] ?? ""] ?? null

/**
 * Stores the assets of this release in the database before the first page is served, so that processes of other releases can
 * serve them too. If the database is away, the process starts, and stores them later.
 * @param directory the static files of the site
 */
export const shareAssets = Effect.fn("shareAssets")(function* (directory: string) {
  if (RELEASE.build === UNBUILT) return
  const { databaseUrl } = yield* AppConfig
  const store = Effect.acquireUseRelease(
    Effect.sync(() =>
      connect(Redacted.value(databaseUrl), { connectionsMax: 1, name: "quire assets", answerMsMax: ANSWER_MS_MAX }),
    ),
    (sql) => Effect.tryPromise(() => storeAssets(sql, RELEASE.build, () => readAssets(join(directory, "_astro")))),
    (sql) => Effect.promise(() => sql.end({ timeout: 1 })),
  ).pipe(Effect.timeout(ANSWER_MS_MAX))
  yield* store.pipe(
    Effect.catch((error) =>
      Effect.logWarning("the scripts of this release are not stored yet", error).pipe(
        Effect.andThen(Effect.forkScoped(Effect.retry(store, Schedule.spaced(RETRY_MS)))),
      ),
    ),
  )
})

const readAssets = (directory: string): ReadonlyArray<Asset> =>
  readdirSync(directory)
    .filter((name) => assetTypeOf(name) !== null)
    .map((name) => ({ name, body: readFileSync(join(directory, name)) }))
