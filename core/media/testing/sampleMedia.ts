import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
} from "mediabunny"

/** A description of H.264 for decoders (ISO 14496-15, 5.3.3.1): Baseline, level 3.1, without parameter sets. */
const AVC_DESCRIPTION = Uint8Array.of(1, 0x42, 0, 0x1f, 0xff, 0xe0, 0)
/** AAC-LC, 44,100 Hz, stereo (ISO 14496-3, 1.6.2.1). */
const AAC_DESCRIPTION = Uint8Array.of(0x12, 0x10)

export type SampleOptions = {
  readonly seconds?: number
  /** Bytes of the video packets, one per second. */
  readonly packetBytes?: number
  /** Null for sound alone. */
  readonly video?: "avc" | "hevc" | null
}

/** An MP4 file with valid boxes and made-up packets: players reject it, readers of containers do not. */
export const makeMp4 = async ({
  seconds = 3,
  packetBytes = 2_000,
  video = "avc",
}: SampleOptions = {}): Promise<Buffer> => {
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target })
  const pictures = video === null ? null : new EncodedVideoPacketSource(video)
  const sound = new EncodedAudioPacketSource("aac")
  if (pictures !== null) output.addVideoTrack(pictures)
  output.addAudioTrack(sound)
  await output.start()
  const codec = video === "avc" ? "avc1.42001f" : "hvc1.1.6.L93.B0"
  const decoderConfig = { codec, codedWidth: 640, codedHeight: 360, description: AVC_DESCRIPTION }
  for (let second = 0; second < seconds; second++) {
    const packet = new EncodedPacket(new Uint8Array(packetBytes).fill(second + 1), "key", second, 1)
    await pictures?.add(packet, second === 0 ? { decoderConfig } : undefined)
    const received = new EncodedPacket(new Uint8Array(200).fill(7), "key", second, 1)
    const audioConfig = { codec: "mp4a.40.2", numberOfChannels: 2, sampleRate: 44_100, description: AAC_DESCRIPTION }
    await sound.add(received, second === 0 ? { decoderConfig: audioConfig } : undefined)
  }
  await output.finalize()
  return Buffer.from(target.buffer ?? new ArrayBuffer(0))
}

/** A box (ISO 14496-12) with this payload. */
export const box = (type: string, ...payload: ReadonlyArray<Uint8Array | string>): Buffer => {
  const body = Buffer.concat(payload.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)))
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8, 0)
  head.write(type, 4, "latin1")
  return Buffer.concat([head, body])
}

export const uint32s = (...values: ReadonlyArray<number>): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4)
  return bytes
}

/** Adds boxes to the index of an MP4 file whose index is its last box. */
export const addToIndex = (file: Buffer, ...boxes: ReadonlyArray<Uint8Array>): Buffer => {
  const at = file.lastIndexOf("moov") - 4
  const index = file.subarray(at + 8)
  return Buffer.concat([file.subarray(0, at), box("moov", index, ...boxes)])
}

/** A track of metadata, such as the route of a camera, whose one sample is at this place. */
export const metadataTrack = (first: number, bytes: number): Buffer =>
  box(
    "trak",
    box("tkhd", uint32s(7, 1, 2), Buffer.alloc(72)),
    box(
      "mdia",
      box("hdlr", uint32s(0, 0), "meta", Buffer.alloc(13)),
      box(
        "minf",
        box(
          "stbl",
          box("stsd", uint32s(0, 0)),
          box("stsc", uint32s(0, 1, 1, 1, 1)),
          box("stsz", uint32s(0, 0, 1, bytes)),
          box("stco", uint32s(0, 1, first)),
        ),
      ),
    ),
  )
