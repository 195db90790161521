import { Data } from "effect"

/** The bytes are no picture of a kind that is taken, or none that can be read whole. */
export class NotAPicture extends Data.TaggedError("NotAPicture") {
  readonly messageKey = "pictures.unreadable"
}

/** More bytes, or more pixels, than a picture may have. */
export class PictureTooLarge extends Data.TaggedError("PictureTooLarge") {
  readonly messageKey = "pictures.tooLarge"
}

/** The person brought as many for messages as one may within a day. */
export class TooManyPictures extends Data.TaggedError("TooManyPictures") {
  readonly messageKey = "pictures.tooMany"
}
