export { claimPictures } from "./claimPictures.ts"
export { Pictures, type StoredPicture, UNUSED_MS_MAX } from "./Pictures.ts"
export { isMessagePicture, type PictureType, type PictureUse } from "./pictureKey.ts"
export type { NotAPicture, PictureTooLarge, TooManyPictures } from "./refusals.ts"
