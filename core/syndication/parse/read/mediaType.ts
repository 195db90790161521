/**
 * MIME type of a file in lower case: the declared one if it is specific, otherwise guessed from the extension.
 * @param declared as written, such as `audio/mpeg; charset=binary`, or null
 */
export const mediaType = (declared: string | null, url: string): string | null => {
  const type = declared?.split(";")[0]?.trim().toLowerCase() ?? ""
  if (/^[\w.+-]{1,60}\/[\w.+-]{1,100}$/.test(type) && !VAGUE.has(type)) return type
  return guessed(url) ?? (VAGUE.has(type) ? type : null)
}

const VAGUE = new Set(["application/octet-stream", "binary/octet-stream", "application/x-download"])

const guessed = (url: string): string | null => {
  const extension = /\.([a-z\d]{2,5})(?:[?#]|$)/i.exec(url.slice(0, 4_096))?.[1]?.toLowerCase()
  return extension === undefined ? null : (TYPES.get(extension) ?? null)
}

const TYPES = new Map(
  Object.entries({
    mp3: "audio/mpeg",
    m4a: "audio/mp4",
    m4b: "audio/mp4",
    aac: "audio/aac",
    oga: "audio/ogg",
    ogg: "audio/ogg",
    opus: "audio/ogg",
    flac: "audio/flac",
    wav: "audio/wav",
    mp4: "video/mp4",
    m4v: "video/mp4",
    mov: "video/quicktime",
    webm: "video/webm",
    ogv: "video/ogg",
    mkv: "video/x-matroska",
    m3u8: "application/vnd.apple.mpegurl",
    jpg: "image/jpeg",
    jpeg: "image/jpeg",
    png: "image/png",
    gif: "image/gif",
    webp: "image/webp",
    avif: "image/avif",
    svg: "image/svg+xml",
    pdf: "application/pdf",
    epub: "application/epub+zip",
    zip: "application/zip",
    torrent: "application/x-bittorrent",
  }),
)
