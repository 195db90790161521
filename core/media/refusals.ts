import { Data } from "effect"

/** The file is not a complete picture in an accepted format. */
export class NotAPicture extends Data.TaggedError("NotAPicture") {
  readonly messageKey = "pictures.unreadable"
}

/** The picture has too many bytes or pixels. */
export class PictureTooLarge extends Data.TaggedError("PictureTooLarge") {
  readonly messageKey = "pictures.tooLarge"
}

/** The person reached the daily limit of pictures for messages. */
export class TooManyPictures extends Data.TaggedError("TooManyPictures") {
  readonly messageKey = "pictures.tooMany"
}

/** The bytes of the file are of no accepted kind. */
export class UnknownFileKind extends Data.TaggedError("UnknownFileKind") {
  readonly messageKey = "messageFiles.unknown"
}

/** The file is empty or larger than a message takes. */
export class UnfitFileLength extends Data.TaggedError("UnfitFileLength") {
  readonly messageKey = "messageFiles.length"
}

/** The person reached the daily limit, or the total size, of files in messages. */
export class TooManyFiles extends Data.TaggedError("TooManyFiles") {
  readonly messageKey = "messageFiles.tooMany"
}

/** The file is empty or larger than any accepted one. */
export class UnfitLength extends Data.TaggedError("UnfitLength") {
  readonly messageKey = "media.unfitLength"
}

/** The file would exceed the storage of the person, uploads in progress included. */
export class QuotaExceeded extends Data.TaggedError("QuotaExceeded") {
  readonly messageKey = "media.quotaExceeded"
}

/** The person has too many uploads in progress. */
export class TooManyUploads extends Data.TaggedError("TooManyUploads") {
  readonly messageKey = "media.tooManyUploads"
}
