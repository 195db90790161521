import { createHash, randomBytes } from "node:crypto"

/** 256 bits, which nobody guesses. */
const TOKEN_BYTES = 32

export const newToken = (): string => randomBytes(TOKEN_BYTES).toString("base64url")

/** What is stored of a token, and by what it is found. Random as tokens are, a plain digest is enough. */
export const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest()

/** What a token looks like: base64url of 32 bytes. Anything else is not worth a question to the database. */
export const SESSION_TOKEN = /^[A-Za-z0-9_-]{43}$/
