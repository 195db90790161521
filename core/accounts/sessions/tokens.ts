import { createHash, randomBytes } from "node:crypto"

/** 256 bits. */
const TOKEN_BYTES = 32

export const newToken = (): string => randomBytes(TOKEN_BYTES).toString("base64url")

/** The stored digest of a token. A fast hash is enough, because tokens are random. */
export const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest()

/** Format of a token: base64url of 32 bytes. Other texts need no database query. */
export const SESSION_TOKEN = /^[A-Za-z0-9_-]{43}$/
