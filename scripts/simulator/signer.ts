import { inProcessSigner } from "../../core/chains/signer/inProcessSigner.ts"
import { makeKeys } from "../../core/chains/signer/Keys.ts"

/** Holds the keys of every world. They are no secret. */
export const SIGNER = inProcessSigner(makeKeys({ bytes: new Uint8Array(32).fill(7), isDemo: true }))

/** Everybody's, for withdrawals. */
export const PASSWORD = "wise otters pay slowly"
