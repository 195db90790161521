import { generateKeyPairSync, sign } from "node:crypto"

/**
 * A new key and a self-signed certificate for localhost and 127.0.0.1 (RFC 5280), valid from 2020 to 2049. Generated on
 * demand, so that the repository contains no key and no certificate that expires.
 */
export const makeSelfSigned = (): { readonly key: string; readonly cert: string } => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const name = sequence(set(sequence(oid("550403"), utf8("localhost"))))
  const names = sequence(der(0x82, Buffer.from("localhost")), der(0x87, Buffer.from([127, 0, 0, 1])))
  const extensions = sequence(
    sequence(oid("551d11"), der(0x04, names)),
    sequence(oid("551d13"), der(0x04, sequence(der(0x01, Buffer.from([0xff]))))),
  )
  const content = sequence(
    der(0xa0, integer(2)),
    integer(1),
    ECDSA_SHA256,
    name,
    sequence(time("200101000000Z"), time("491231235959Z")),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, extensions),
  )
  const signature = sign("sha256", content, privateKey)
  const certificate = sequence(content, ECDSA_SHA256, der(0x03, Buffer.concat([Buffer.from([0]), signature])))
  return { key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(), cert: pem(certificate) }
}

const der = (tag: number, content: Buffer): Buffer => {
  const { length } = content
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content])
  const size = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: ReadonlyArray<Buffer>): Buffer => der(0x30, Buffer.concat(parts))
const set = (...parts: ReadonlyArray<Buffer>): Buffer => der(0x31, Buffer.concat(parts))
const integer = (value: number): Buffer => der(0x02, Buffer.from([value]))
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, "hex"))
const utf8 = (text: string): Buffer => der(0x0c, Buffer.from(text))
const time = (text: string): Buffer => der(0x17, Buffer.from(text))

const ECDSA_SHA256 = sequence(oid("2a8648ce3d040302"))

const pem = (certificate: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${certificate.toString("base64").replace(/.{1,64}/g, "$&\n")}-----END CERTIFICATE-----\n`
