/** A moving picture without sound: each frame is the payload of a VP8 key frame. */
export type Film = {
  readonly width: number
  readonly height: number
  readonly framesPerSecond: number
  readonly frames: ReadonlyArray<Buffer>
}

/**
 * Puts VP8 frames into a WebM file that browsers play and seek: header, duration, one video track, an index, then one
 * cluster for each second (RFC 8794 for the container, RFC 9559 for its elements).
 */
export const webmFile = (film: Film): Buffer => {
  const clusters = clustersOf(film)
  const head = Buffer.concat([info(film), track(film)])
  const cuesLength = cues(clusters.map(() => 0)).length
  let end = head.length + cuesLength
  const positions = clusters.map(({ length }) => {
    const start = end
    end += length
    return start
  })
  const body = Buffer.concat([head, cues(positions), ...clusters])
  return Buffer.concat([element(0x1a45dfa3, ebmlHeader()), element(0x18538067, body)])
}

/**
 * The VP8 payload of a lossy WebP file. A simple WebP file is exactly one VP8 key frame in a RIFF wrapper (RFC 9649);
 * undefined where the file is of another kind.
 */
export const vp8FrameOf = (webp: Buffer): Buffer | undefined => {
  const simple = webp.toString("latin1", 0, 4) === "RIFF" && webp.toString("latin1", 8, 16) === "WEBPVP8 "
  return simple ? webp.subarray(20, 20 + webp.readUInt32LE(16)) : undefined
}

const ebmlHeader = (): Buffer =>
  Buffer.concat([
    element(0x4286, unsigned(1)),
    element(0x42f7, unsigned(1)),
    element(0x42f2, unsigned(4)),
    element(0x42f3, unsigned(8)),
    element(0x4282, Buffer.from("webm")),
    element(0x4287, unsigned(4)),
    element(0x4285, unsigned(2)),
  ])

const info = ({ frames, framesPerSecond }: Film): Buffer => {
  const duration = Buffer.alloc(8)
  duration.writeDoubleBE((frames.length / framesPerSecond) * 1000)
  const writer = Buffer.from("demo publisher")
  return element(
    0x1549a966,
    Buffer.concat([
      element(0x2ad7b1, unsigned(1_000_000)),
      element(0x4489, duration),
      element(0x4d80, writer),
      element(0x5741, writer),
    ]),
  )
}

const track = ({ width, height, framesPerSecond }: Film): Buffer => {
  const video = Buffer.concat([element(0xb0, unsigned(width)), element(0xba, unsigned(height))])
  const entry = Buffer.concat([
    element(0xd7, unsigned(1)),
    element(0x73c5, unsigned(1)),
    element(0x83, unsigned(1)),
    element(0x9c, unsigned(0)),
    element(0x86, Buffer.from("V_VP8")),
    element(0x23e383, unsigned(Math.round(1_000_000_000 / framesPerSecond))),
    element(0xe0, video),
  ])
  return element(0x1654ae6b, element(0xae, entry))
}

/** Where each second starts. Positions take eight bytes, so that the index's length does not depend on them. */
const cues = (positions: ReadonlyArray<number>): Buffer =>
  element(
    0x1c53bb6b,
    Buffer.concat(
      positions.map((position, second) => {
        const place = Buffer.concat([element(0xf7, unsigned(1)), element(0xf1, unsigned64(position))])
        return element(0xbb, Buffer.concat([element(0xb3, unsigned64(second * 1000)), element(0xb7, place)]))
      }),
    ),
  )

const clustersOf = ({ frames, framesPerSecond }: Film): ReadonlyArray<Buffer> =>
  Array.from({ length: Math.ceil(frames.length / framesPerSecond) }, (_, second) => {
    const blocks = frames
      .slice(second * framesPerSecond, (second + 1) * framesPerSecond)
      .map((frame, index) => element(0xa3, Buffer.concat([blockHead((index * 1000) / framesPerSecond), frame])))
    return element(0x1f43b675, Buffer.concat([element(0xe7, unsigned(second * 1000)), ...blocks]))
  })

/** Track 1, milliseconds since the cluster's start, a key frame. */
const blockHead = (milliseconds: number): Buffer => {
  const head = Buffer.from([0x81, 0, 0, 0x80])
  head.writeInt16BE(Math.round(milliseconds), 1)
  return head
}

/** An EBML element with its length in eight bytes. */
const element = (id: number, data: Buffer): Buffer => {
  const length = unsigned64(data.length)
  length[0] = 0x01
  return Buffer.concat([unsigned(id), length, data])
}

const unsigned = (value: number): Buffer => {
  const hex = value.toString(16)
  return Buffer.from(hex.length % 2 ? `0${hex}` : hex, "hex")
}

const unsigned64 = (value: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}
