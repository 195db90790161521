import { crc32, deflateRawSync } from "node:zlib"

export type ZipFile = { readonly name: string; readonly bytes: Uint8Array }

/** Marks of the records (PKWARE APPNOTE 6.3.10, 4.3.7, 4.3.12 and 4.3.16). */
const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const VERSION = 20
/** Names are UTF-8. */
const UTF8 = 0x0800
const DEFLATE = 8
/** 1 January 1980, the first day that the format knows: an archive tells no more than its files do. */
const DATE = 0x0021

/** Packs files into a zip archive, for archives that fit into memory (4 GB and 65,535 files at most, by the format). */
export const zip = (files: ReadonlyArray<ZipFile>): Buffer => {
  const packed = files.map(({ name, bytes }) => ({
    name: Buffer.from(name),
    data: deflateRawSync(bytes),
    crc: crc32(bytes),
    size: bytes.length,
  }))
  const bodies: Array<Buffer> = []
  const entries: Array<Buffer> = []
  let at = 0
  for (const { name, data, crc, size } of packed) {
    const about = Buffer.alloc(26)
    about.writeUInt16LE(VERSION, 0)
    about.writeUInt16LE(UTF8, 2)
    about.writeUInt16LE(DEFLATE, 4)
    about.writeUInt16LE(DATE, 8)
    about.writeUInt32LE(crc, 10)
    about.writeUInt32LE(data.length, 14)
    about.writeUInt32LE(size, 18)
    about.writeUInt16LE(name.length, 22)
    const body = Buffer.concat([uint32(LOCAL), about, name, data])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    entries.push(Buffer.concat([uint32(CENTRAL), uint16(VERSION), about, place, name]))
    bodies.push(body)
    at += body.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...bodies, directory, uint32(END), end])
}

const uint16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}
const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
