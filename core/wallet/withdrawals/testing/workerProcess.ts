import { once } from "node:events"
import { createInterface } from "node:readline"
import { Effect, Layer, ManagedRuntime, Result } from "effect"
import { AppConfig, Hints, PostgresEventStore, readAppSettings, Sealing, Sql } from "#core/kernel"
import { Chains } from "../../../chains/Chains.ts"
import { inProcessSigner } from "../../../chains/signer/inProcessSigner.ts"
import { makeKeys } from "../../../chains/signer/Keys.ts"
import { parseSeed } from "../../../chains/signer/Seed.ts"
import { CrashPoint } from "../CrashPoint.ts"
import { PayoutProcessor } from "../PayoutProcessor.ts"

/**
 * The part of the worker that sends litecoin, as a separate process. It receives a crash point, starts, and ends itself
 * there like `kill -9`; it never outlives its parent process.
 */
const { DATABASE_URL = "", MASTER_KEY = "", WALLET_SEED = "" } = process.env
const SECURITY_PAUSE_MS = 20

const settings = Result.getOrThrow(readAppSettings(process.env))
const layer = PayoutProcessor.layer.pipe(
  Layer.provideMerge(Chains.layer),
  Layer.provideMerge(PostgresEventStore),
  Layer.provideMerge(Layer.mergeAll(Hints.layerSilent, Sealing.layer(Buffer.from(MASTER_KEY, "hex")))),
  Layer.provideMerge(Sql.layer(DATABASE_URL, { connectionsMax: 3 })),
  Layer.provideMerge(AppConfig.layerOf(settings)),
)
const signer = inProcessSigner(makeKeys(parseSeed(WALLET_SEED)))

const lines = createInterface({ input: process.stdin })
lines.on("close", () => process.exit(1))
const [seam] = await once(lines, "line")
const kill = (done: string) =>
  Effect.sync(() => {
    if (done === seam) process.kill(process.pid, "SIGKILL")
  })
const step = PayoutProcessor.use((work) => work.step("LTC", signer)).pipe(
  Effect.provideService(CrashPoint, kill),
  Effect.andThen(Effect.sleep(SECURITY_PAUSE_MS)),
)
await ManagedRuntime.make(layer).runPromise(Effect.forever(step))
