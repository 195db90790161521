import { join } from "node:path"
import { Redacted } from "effect"
import type { AppSettings } from "#core/kernel"
import { readNodeUrl } from "../rpc/readNodeUrl.ts"
import type { SignerPlace } from "./SignerLink.ts"

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
