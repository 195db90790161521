export { type ClaimedAttachments, claimAttachments } from "./claimAttachments.ts"
export { mediaAddress, type PictureType, pictureAddress } from "./contract.ts"
export { type MessageFile, MessageFiles } from "./messageFiles/MessageFiles.ts"
export {
  isMessagePicture,
  Pictures,
  type PictureUse,
  type StoredPicture,
  UNUSED_MS_MAX,
} from "./Pictures.ts"
export { reencodePicture } from "./reencodePicture.ts"
export type {
  NotAPicture,
  PictureTooLarge,
  QuotaExceeded,
  TooManyFiles,
  TooManyPictures,
  TooManyUploads,
  UnfitFileLength,
  UnfitLength,
  UnknownFileKind,
} from "./refusals.ts"
export { type ReceivedFile, StoredFiles } from "./StoredFiles.ts"
export { MediaStorage, openStorage } from "./storage/MediaStorage.ts"
export type { ByteRange, ByteStream, Storage } from "./storage/Storage.ts"
export { cleanFileName } from "./uploads/cleanFileName.ts"
export { readUpload } from "./uploads/partsFile.ts"
export { UploadLocks } from "./uploads/UploadLocks.ts"
export { UPLOAD_MS_MAX, type Upload, type UploadPurpose, type UploadSource, Uploads } from "./uploads/Uploads.ts"
