import { inProcessSigner } from "../../core/chains/signer/inProcessSigner.ts"
import { makeKeys } from "../../core/chains/signer/Keys.ts"

/** Holds the keys of every world. They are not secret. */
export const SIGNER = inProcessSigner(makeKeys({ bytes: new Uint8Array(32).fill(7), isDemo: true }))

/** The password of all persons for withdrawals. */
export const PASSWORD = "wise otters pay slowly"
