export const pictures = {
  "pictures.unreadable": "This is no picture that can be read. JPEG, PNG, WebP, GIF and AVIF are taken.",
  "pictures.tooLarge": "The picture is too large: at most 10 MB and 40 megapixels.",
  "pictures.tooMany": "You have sent as many pictures as one can in a day. Please go on tomorrow.",
} as const
