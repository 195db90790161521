import { Context, Effect, Layer } from "effect"
import { AppConfig } from "#core/kernel"
import { openSigner } from "./openSigner.ts"
import type { Signer } from "./Signer.ts"
import type { SignerPlace } from "./SignerLink.ts"
import { signerPlaceOf } from "./signerPlaceOf.ts"

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
