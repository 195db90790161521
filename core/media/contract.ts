/** Maximum size of an uploaded picture: larger than photos of current phones. */
export const PICTURE_BYTES_MAX = 10 * 1024 * 1024
