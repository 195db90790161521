import { ADTS, CustomSource, Input, type InputTrack, MP3, MP4, OGG, QTFF, WEBM } from "mediabunny"
import type { MediaKind } from "../contract.ts"
import { cleanMp4 } from "./cleanMp4.ts"
import { cleanWebm } from "./cleanWebm.ts"
import { type FileReader, UnfitFile } from "./FileReader.ts"
import type { Patch } from "./Patch.ts"
import { type Container, SNIFFED_BYTES, sniffMedia } from "./sniffMedia.ts"

/** What browsers need to know of an audio or video file. */
export type ProbedFile = {
  readonly kind: Exclude<MediaKind, "image">
  /** The media type that it is served as. */
  readonly type: string
  readonly codecs: ReadonlyArray<string>
  /** As shown: after rotation and with square pixels. Null for audio. */
  readonly width: number | null
  readonly height: number | null
  readonly durationMs: number | null
}

/** Codecs that all current browsers play, by the names of mediabunny. VP8 is what browsers themselves record. */
const VIDEO_CODECS: ReadonlySet<string> = new Set(["avc", "av1", "vp9", "vp8"])
const AUDIO_CODECS: ReadonlySet<string> = new Set(["aac", "opus", "mp3"])
/** Names that people know, for refusals. */
const CODEC_NAMES: Readonly<Record<string, string>> = {
  ...{ avc: "H.264", hevc: "H.265 (HEVC)", vp8: "VP8", vp9: "VP9", av1: "AV1", prores: "ProRes" },
  ...{
    aac: "AAC",
    opus: "Opus",
    mp3: "MP3",
    vorbis: "Vorbis",
    flac: "FLAC",
    ac3: "AC-3",
    eac3: "E-AC-3",
    alac: "ALAC",
  },
}
const TYPES: Readonly<Record<Exclude<Container, "picture" | "other">, readonly [audio: string, video: string]>> = {
  mp4: ["audio/mp4", "video/mp4"],
  webm: ["audio/webm", "video/webm"],
  ogg: ["audio/ogg", "video/ogg"],
  mp3: ["audio/mpeg", "audio/mpeg"],
  adts: ["audio/aac", "audio/aac"],
}
const TRACKS_MAX = 32
const SIDE_MAX = 16_384
const CACHE_BYTES_MAX = 16 * 1024 * 1024
const DETAIL_CHARACTERS_MAX = 40

/**
 * Reads kind, size, duration and codecs of an untrusted file, and the patches that remove private metadata. Runs in a
 * thread with limits on time and memory. @throws UnfitFile if browsers could not play it
 */
export const probeFile = async (
  file: FileReader,
): Promise<{ readonly probed: ProbedFile; readonly patches: ReadonlyArray<Patch> }> => {
  const { container, name } = sniffMedia(await file.read(0, SNIFFED_BYTES))
  if (container === "picture" || container === "other")
    throw name === null ? new UnfitFile("unknown") : new UnfitFile("container", name)
  const patches = container === "mp4" ? await cleanMp4(file) : container === "webm" ? await cleanWebm(file) : []
  const input = new Input({
    // The container was checked above: no format may be guessed from elsewhere in the file.
    formats: [{ mp4: [MP4, QTFF], webm: [WEBM], ogg: [OGG], mp3: [MP3], adts: [ADTS] }[container]].flat(),
    source: new CustomSource({
      getSize: () => file.length,
      read: (start, end) => file.read(start, end - start),
      maxCacheSize: CACHE_BYTES_MAX,
    }),
  })
  try {
    return { probed: await readTracks(input, container), patches }
  } catch (error) {
    // Whatever the reader stumbles over is a fault of the file: it was written by a stranger.
    throw error instanceof UnfitFile ? error : new UnfitFile("damaged")
  } finally {
    input.dispose()
  }
}

const readTracks = async (input: Input, container: keyof typeof TYPES): Promise<ProbedFile> => {
  const tracks = (await input.getTracks()).filter((track) => track.isVideoTrack() || track.isAudioTrack())
  if (tracks.length > TRACKS_MAX) throw new UnfitFile("complex")
  const codecs: Array<string> = []
  for (const track of tracks) {
    const codec = await track.getCodec()
    const accepted = track.isVideoTrack() ? VIDEO_CODECS : AUDIO_CODECS
    if (codec === null || !accepted.has(codec)) throw new UnfitFile("codec", await codecName(track, codec))
    codecs.push(CODEC_NAMES[codec] ?? codec)
  }
  const video = tracks.find((track) => track.isVideoTrack())
  if (tracks.length === 0) throw new UnfitFile("silent")
  const [width, height] = video?.isVideoTrack()
    ? [sideOf(await video.getDisplayWidth()), sideOf(await video.getDisplayHeight())]
    : [null, null]
  const seconds = (await input.getDurationFromMetadata()) ?? (await input.computeDuration())
  const durationMs = Number.isFinite(seconds) && seconds >= 0 ? Math.round(seconds * 1000) : null
  const kind = video === undefined ? "audio" : "video"
  return {
    kind,
    type: TYPES[container][kind === "audio" ? 0 : 1],
    codecs: [...new Set(codecs)],
    width,
    height,
    durationMs,
  }
}

const sideOf = (pixels: number): number => {
  if (!(pixels >= 1 && pixels <= SIDE_MAX)) throw new UnfitFile("damaged")
  return Math.round(pixels)
}

/** The name of a codec that is not accepted: the known one, or how the file calls it. */
const codecName = async (track: InputTrack, codec: string | null): Promise<string> => {
  if (codec !== null) return CODEC_NAMES[codec] ?? codec
  const id = await track.getInternalCodecId()
  const text = typeof id === "string" ? id.replaceAll(/[^\x20-\x7e]/g, "").trim() : ""
  return text.slice(0, DETAIL_CHARACTERS_MAX) || (track.isVideoTrack() ? "video" : "audio")
}
