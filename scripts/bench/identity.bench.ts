import { randomBytes } from "node:crypto"
import { Effect } from "effect"
import { encrypt } from "#core/kernel"
import { runImaging } from "../../core/identity/imaging/runImaging.ts"
import { sniffDocument } from "../../core/identity/imaging/sniffDocument.ts"
import { makeKeyPair, openDocument, sealDocument } from "../../core/identity/keeper/documentSeal.ts"
import { sampleDocument } from "../../core/identity/testing/sampleDocument.ts"
import { type Bench, goalMax, goalMin } from "./lib/Bench.ts"
import { interleaved, percentile } from "./lib/interleaved.ts"

/** Documents sealed in one round. */
const DOCUMENTS = 400
/** Size of a sealed image of a 12 megapixel photo. */
const SEALED_BYTES = 600_000
const PHOTO = { width: 4_000, height: 3_000 }
const UPLOADS = 30
const BINDING = { checkId: "check", personId: "person", docId: "document", kind: "passport", side: "front" }

/** `npm run bench -- identity` */
const bench: Bench = {
  about:
    "sealing of identity documents beside bare AES-256-GCM, and the way of a 12 megapixel photo until it is sealed",
  goals: [goalMin("ratio", "sealing_vs_aes_gcm", 0.8), goalMax("absolute", "upload_to_sealed_p95_ms", 800)],
  run: async ({ log }) => {
    const { publicKey, privateKey } = makeKeyPair()
    const image = randomBytes(SEALED_BYTES)
    const perSecond = async (work: () => Promise<unknown> | unknown) => {
      const begunMs = performance.now()
      for (let count = 0; count < DOCUMENTS; count++) await work()
      return (DOCUMENTS * 1_000) / (performance.now() - begunMs)
    }
    const figures = await interleaved(
      {
        sealing: () => perSecond(() => sealDocument(image, BINDING, publicKey)),
        aesGcm: () => perSecond(() => encrypt(randomBytes(32), "associated", image)),
      },
      { log },
    )
    const photo = await sampleDocument("#dfe7ee", PHOTO)
    const task = {
      text: "Copy for quire.example / 2026-11-27 / 7f3a22c1",
      sidePxMax: 2_400,
      isCard: true,
      mark: "copy",
    } as const
    const uploadMs: Array<number> = []
    for (let count = 0; count < UPLOADS; count++) {
      const begunMs = performance.now()
      if (sniffDocument(photo, "passport") !== null) throw new Error("the photo is refused")
      const made = await Effect.runPromise(runImaging(photo, task))
      const { wrapped, sealed } = sealDocument(made.image, BINDING, publicKey)
      uploadMs.push(performance.now() - begunMs)
      if (count === 0) openDocument({ wrapped, sealed }, BINDING, privateKey)
    }
    return {
      ratios: { sealing_vs_aes_gcm: figures.ratio("sealing", "aesGcm") },
      absolute: {
        sealed_per_s: figures.median("sealing"),
        upload_to_sealed_p95_ms: percentile(uploadMs, 0.95),
      },
    }
  },
}
export default bench
