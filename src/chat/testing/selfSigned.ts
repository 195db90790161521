import { generateKeyPairSync, sign } from "node:crypto"

/** A self-signed certificate for localhost and its key, in PEM, with the longest validity. */
export const selfSigned = (): { readonly cert: string; readonly key: string } => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" })
  const name = sequence(set(sequence(COMMON_NAME, tagged(0x0c, Buffer.from("localhost")))))
  const dates = sequence(...["250101000000Z", "491231235959Z"].map((date) => tagged(0x17, Buffer.from(date))))
  const version = tagged(0xa0, integer(2))
  const info = sequence(
    version,
    integer(1),
    sequence(ECDSA_SHA256),
    name,
    dates,
    name,
    publicKey.export({ type: "spki", format: "der" }),
  )
  const signature = tagged(0x03, Buffer.concat([Buffer.from([0]), sign("sha256", info, privateKey)]))
  const der = sequence(info, sequence(ECDSA_SHA256), signature)
  const lines = der.toString("base64").match(/.{1,64}/g) ?? []
  return {
    cert: ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n"),
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  }
}

/** A DER value (X.690): tag, length, contents. */
const tagged = (tag: number, contents: Buffer): Buffer => {
  const { length } = contents
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), contents])
}
const sequence = (...parts: ReadonlyArray<Buffer>) => tagged(0x30, Buffer.concat(parts))
const set = (...parts: ReadonlyArray<Buffer>) => tagged(0x31, Buffer.concat(parts))
const integer = (value: number) => tagged(0x02, Buffer.from([value]))

/** Object identifiers 2.5.4.3 and 1.2.840.10045.4.3.2. */
const COMMON_NAME = tagged(0x06, Buffer.from([0x55, 0x04, 0x03]))
const ECDSA_SHA256 = tagged(0x06, Buffer.from([0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]))
