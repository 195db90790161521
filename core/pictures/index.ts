export { type KeptPicture, PICTURE_KEY, PICTURE_TYPES, Pictures, type PictureType } from "./Pictures.ts"
export type { NotAPicture, PictureTooLarge, TooManyPictures } from "./refusals.ts"
export { PICTURE_BYTES_MAX } from "./sizes.ts"
