import { generateKeyPairSync } from "node:crypto"
import { Layer, ManagedRuntime, Result } from "effect"
import { AppConfig, readAppSettings } from "#core/kernel"
import { BulkSender, dkimRecordOf } from "../index.ts"

/** The bulk lane of a worker, with its settings. */
export const openBulk = (env: Readonly<Record<string, string>>) => {
  const settings = Result.getOrThrow(
    readAppSettings({
      DATABASE_URL: "postgres://nowhere/none",
      MASTER_KEY: "07".repeat(32),
      PUBLIC_ORIGIN: "https://quire.example",
      CONTACT_EMAIL: "post@quire.example",
      ...env,
    }),
  )
  const runtime = ManagedRuntime.make(BulkSender.layer.pipe(Layer.provide(AppConfig.layerOf(settings))))
  return { settings, record: dkimRecordOf(settings), run: runtime.runPromise, close: () => runtime.dispose() }
}

/** A key as DKIM_KEY has it. */
export const makeDkimKey = (): string =>
  generateKeyPairSync("rsa", { modulusLength: 2_048 })
    .privateKey.export({ type: "pkcs8", format: "der" })
    .toString("base64")
