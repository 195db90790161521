export { CHANGE_BRANCH, deriveAddress, type OwnAddress, RECEIVE_BRANCH } from "./addresses/deriveAddress.ts"
export { type KeyAccount, readKeyAccount, writeKeyAccount } from "./addresses/KeyAccount.ts"
export { paymentUri } from "./addresses/paymentUri.ts"
export { readAddress, readPayee } from "./addresses/readAddress.ts"
export { AddressRefused } from "./addresses/refusals.ts"
export type {
  BlockRef,
  BuiltPayment,
  Chain,
  Coin,
  Coins,
  Hex,
  Movement,
  Outpoint,
  Payment,
  TransactionStatus,
} from "./Chain.ts"
export { Chains, SimWorlds } from "./Chains.ts"
export { BLOCKS_MAX as SIM_BLOCKS_MAX, WATCH_MAX } from "./limits.ts"
export { CHAIN_NAMES, type ChainName, chainOfAsset, type Network, networks, STAGES } from "./networks.ts"
export { keyOf } from "./payment/chooseCoins.ts"
export { scriptTypeOf } from "./payment/outputs.ts"
export { feeFor, vbytesOf } from "./payment/vbytes.ts"
export { ChainUnavailable } from "./refusals.ts"
export type { PaymentApproval, SignedTransaction, Signer } from "./signer/Signer.ts"
export { SIGNER_OPERATORS_FILE, WalletSigner } from "./signer/WalletSigner.ts"
export { readTransaction } from "./sim/readTransaction.ts"
