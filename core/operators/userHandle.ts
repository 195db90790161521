import { isUuid } from "#core/kernel"

/** The user handle of passkeys: the 16 bytes of the operator id. */
export const userIdOf = (operatorId: string) => Uint8Array.from(Buffer.from(operatorId.replaceAll("-", ""), "hex"))

/** The operator id of a user handle; null if it is none. */
export const operatorIdOf = (userHandle: string): string | null => {
  const hex = Buffer.from(userHandle, "base64url").toString("hex")
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
  return isUuid(id) ? id : null
}
