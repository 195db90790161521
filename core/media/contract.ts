/** Maximum size of an uploaded picture: larger than photos of current phones. */
export const PICTURE_BYTES_MAX = 10 * 1024 * 1024
/** Maximum size of a file in a message. It is sent in one request. */
export const MESSAGE_FILE_BYTES_MAX = 20 * 1024 * 1024
/** What a file in a message contains, judged by its bytes. */
export const MESSAGE_FILE_KINDS = ["document", "text", "audio", "video", "archive"] as const
export type MessageFileKind = (typeof MESSAGE_FILE_KINDS)[number]
/** Maximum size of an audio or video file: more than two hours of video in good quality. */
export const MEDIA_BYTES_MAX = 4 * 1024 ** 3
/** Maximum size of an archive that is imported. Longer ones are imported in several. */
export const ARCHIVE_BYTES_MAX = 2 * 1024 ** 3
/** Bytes that one request of an upload may send: what is lost if a connection breaks without a trace. */
export const CHUNK_BYTES_MAX = 8 * 1024 * 1024
/** Maximum size of a file in a form without scripts, which is sent in one request. */
export const FORM_FILE_BYTES_MAX = 20 * 1024 * 1024

/** The sizes that a picture is served in. */
export type PictureType = "header" | "avatar"

/** A picture that we store, where read models otherwise have the address of a publisher's picture. */
export const pictureAddress = (type: PictureType, key: string): string => `picture:${type}/${key}`
/** The same for an image of a post. */
export const mediaAddress = (mediaId: string): string => `media:${mediaId}`

export type MediaKind = "image" | "audio" | "video"

/** Why a completely uploaded file was refused. `container` and `codec` name what was found. */
export type MediaProblem = "unknown" | "damaged" | "complex" | "container" | "codec" | "silent" | "picture" | "failed"
