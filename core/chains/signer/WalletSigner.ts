import { join } from "node:path"
import { Context, Effect, Layer, Redacted, type Scope } from "effect"
import { AppConfig, type AppSettings } from "#core/kernel"
import { readNodeUrl } from "../rpc/readNodeUrl.ts"
import { type Signer, SignerUnavailable, SigningRefused } from "./Signer.ts"
import { SignerLink, type SignerPlace } from "./SignerLink.ts"
import type { Answer } from "./wire.ts"

type Configured = Pick<
  AppSettings,
  | "dataDirectory"
  | "walletSigner"
  | "walletSignerLimits"
  | "walletSeed"
  | "walletSeedFile"
  | "btcNode"
  | "bchNode"
  | "ltcNode"
>

/**
 * The configured location of the signer. A seed is generated only if no chain has real coins and no seed is configured.
 */
export function signerPlaceOf(settings: Configured): SignerPlace {
  const { dataDirectory, walletSigner, walletSignerLimits, walletSeed, walletSeedFile, btcNode, bchNode, ltcNode } =
    settings
  if (walletSigner !== undefined) return { socket: walletSigner }
  const isReal = [btcNode, bchNode, ltcNode].some(
    (node) => node !== undefined && readNodeUrl(Redacted.value(node)).stage === "main",
  )
  return {
    seedFile: walletSeedFile ?? join(dataDirectory, "wallet-seed"),
    create: !isReal && walletSeedFile === undefined,
    ...(walletSignerLimits ? { limits: walletSignerLimits } : {}),
    ...(walletSeed ? { seed: Redacted.value(walletSeed) } : {}),
  }
}

/** The signer in a separate process, for the lifetime of the scope. The first request opens the connection. */
export const openSigner = (place: SignerPlace): Effect.Effect<Signer, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => new SignerLink(place)),
      (link) => Effect.sync(() => link.end("the signer is not needed any more")),
    ),
    makeSigner,
  )

const makeSigner = (link: SignerLink): Signer => {
  const ask = (question: Parameters<SignerLink["ask"]>[0]) =>
    Effect.flatMap(
      Effect.tryPromise({
        try: () => link.ask(question),
        catch: (error) => (error instanceof SignerUnavailable ? error : new SignerUnavailable({ detail: `${error}` })),
      }),
      (answer) => ("refused" in answer ? Effect.fail(new SigningRefused(answer.refused)) : Effect.succeed(answer)),
    )
  return {
    account: Effect.fn("Signer.account")(function* ({ name, stage }) {
      const answer = yield* ask({ ask: "account", chain: name, stage })
      return "account" in answer ? answer.account : yield* strange(answer)
    }),
    sign: Effect.fn("Signer.sign")(function* ({ network, psbt, outputs, feeMax }) {
      const answer = yield* ask({
        ask: "sign",
        chain: network.name,
        stage: network.stage,
        psbt,
        outputs: outputs.map(({ script, amount }) => ({ script, amount: amount.toString() })),
        feeMax: feeMax.toString(),
      })
      if (!("signed" in answer)) return yield* strange(answer)
      return { ...answer.signed, fee: BigInt(answer.signed.fee) }
    }),
  }
}

const strange = (answer: Answer) =>
  Effect.fail(new SignerUnavailable({ detail: `an answer of another kind to ${answer.id}` }))

/** The signer with the keys of the product's own coins. Only the worker calls it; web and chat never do. */
export class WalletSigner extends Context.Service<WalletSigner, Signer>()("core/chains/WalletSigner") {
  static layer(place: SignerPlace) {
    return Layer.effect(WalletSigner, openSigner(place))
  }

  /** The configured signer, or a child process of this one. */
  static readonly layerConfigured = Layer.unwrap(
    Effect.map(AppConfig, (settings) => WalletSigner.layer(signerPlaceOf(settings))),
  )
}
