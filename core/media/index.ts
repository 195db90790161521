export { claimPictures } from "./claimPictures.ts"
export {
  isMessagePicture,
  Pictures,
  type PictureType,
  type PictureUse,
  type StoredPicture,
  UNUSED_MS_MAX,
} from "./Pictures.ts"
export type { NotAPicture, PictureTooLarge, TooManyPictures } from "./refusals.ts"
