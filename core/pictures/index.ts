export { type KeptPicture, Pictures, type PictureType } from "./Pictures.ts"
export type { NotAPicture, PictureTooLarge, TooManyPictures } from "./refusals.ts"
