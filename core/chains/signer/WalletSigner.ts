import { join } from "node:path"
import { Context, Effect, Layer, Redacted, type Scope } from "effect"
import { AppConfig, type AppSettings } from "#core/kernel"
import { readNodeUrl } from "../rpc/readNodeUrl.ts"
import { type Signer, SignerUnavailable, SigningRefused } from "./Signer.ts"
import { SignerLink, type SignerPlace } from "./SignerLink.ts"
import { type Answer, APPROVALS_MAX } from "./wire.ts"

type Configured = Pick<
  AppSettings,
  | "dataDirectory"
  | "walletSigner"
  | "walletSignerLimits"
  | "walletSignerState"
  | "walletSignerOperators"
  | "walletSeed"
  | "walletSeedFile"
  | "btcNode"
  | "bchNode"
  | "ltcNode"
>

/** The file of pinned operators in the data directory, unless WALLET_SIGNER_OPERATORS names another one. */
export const SIGNER_OPERATORS_FILE = "wallet-signer-operators.json"

/**
 * The configured location of the signer. A seed is generated only if no chain has real coins and no seed is configured.
 */
export function signerPlaceOf(settings: Configured): SignerPlace {
  const { dataDirectory, walletSigner, walletSignerLimits, walletSeed, walletSeedFile, btcNode, bchNode, ltcNode } =
    settings
  const { walletSignerState, walletSignerOperators } = settings
  if (walletSigner !== undefined) return { socket: walletSigner }
  const isReal = [btcNode, bchNode, ltcNode].some(
    (node) => node !== undefined && readNodeUrl(Redacted.value(node)).stage === "main",
  )
  return {
    seedFile: walletSeedFile ?? join(dataDirectory, "wallet-seed"),
    create: !isReal && walletSeedFile === undefined,
    state: walletSignerState ?? join(dataDirectory, "wallet-signer-state"),
    operators: walletSignerOperators ?? join(dataDirectory, SIGNER_OPERATORS_FILE),
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
  const request = (question: Parameters<SignerLink["request"]>[0]) =>
    Effect.flatMap(
      Effect.tryPromise({
        try: () => link.request(question),
        catch: (error) => (error instanceof SignerUnavailable ? error : new SignerUnavailable({ detail: `${error}` })),
      }),
      (answer) => ("refused" in answer ? Effect.fail(new SigningRefused(answer.refused)) : Effect.succeed(answer)),
    )
  return {
    account: Effect.fn("Signer.account")(function* ({ name, stage }) {
      const answer = yield* request({ ask: "account", chain: name, stage })
      return "account" in answer ? answer.account : yield* strange(answer)
    }),
    sign: Effect.fn("Signer.sign")(function* ({ network, psbt, outputs, feeMax, approvals = [] }) {
      const answer = yield* request({
        ask: "sign",
        chain: network.name,
        stage: network.stage,
        psbt,
        outputs: outputs.map(({ script, amount }) => ({ script, amount: amount.toString() })),
        feeMax: feeMax.toString(),
        approvals: approvals.slice(0, APPROVALS_MAX),
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
