/** Bytes of a picture that somebody brings: what a phone takes. */
export const PICTURE_BYTES_MAX = 10 * 1024 * 1024
/** Pixels of a picture that is opened: 40 million are 160 MB once decoded. */
export const PIXELS_MAX = 40_000_000
/** Smaller ones are no pictures of anybody. */
export const SIDE_MIN = 16
export const DECODE_SECONDS_MAX = 10
/** Pictures that one process decodes at once; each may take 160 MB. */
export const DECODED_AT_ONCE_MAX = 2
/** Pictures of their profile that one person keeps; the oldest that is not shown goes. */
export const PROFILE_PICTURES_MAX = 200
/** Pictures for messages that one person brings within a day, and their bytes as they are kept. */
export const CHAT_PICTURES_A_DAY_MAX = 200
export const CHAT_BYTES_A_DAY_MAX = 100 * 1024 * 1024
/** A picture that belongs to no message by then goes. */
export const WAITING_MS_MAX = 86_400_000

/** Pixels of what is kept: a header across a page, and the square beside a name. */
export const WIDTH_MAX = 1_600
export const HEIGHT_MAX = 1_600
export const AVATAR_SIDE = 256
