/** File name extensions of the media types that files are stored as. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  ...{ "video/mp4": "mp4", "video/webm": "webm", "video/ogg": "ogv" },
  ...{ "audio/mp4": "m4a", "audio/webm": "weba", "audio/ogg": "ogg", "audio/mpeg": "mp3", "audio/aac": "aac" },
  ...{ "image/webp": "webp" },
}

/** The name of a file in addresses: its kind. What its creator called it may be a secret of a gated post. */
export const fileNameOf = ({ kind, type }: { readonly kind: string; readonly type?: string }): string => {
  const extension = type === undefined ? undefined : EXTENSIONS[type]
  return extension === undefined ? kind : `${kind}.${extension}`
}
