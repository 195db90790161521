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
