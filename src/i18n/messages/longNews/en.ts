export const longNews = {
  "longNews.tooMany.day": {
    one: "{count} text a day can be uploaded. Please come back tomorrow.",
    other: "{count} texts a day can be uploaded. Please come back tomorrow.",
  },
  "longNews.tooMany.all": {
    one: "You have {count} text in the library, which is as many as one may have.",
    other: "You have {count} texts in the library, which is as many as one may have.",
  },
  "longNews.empty": "Nothing is left of the text once everything unsafe is taken out",
  "longNews.none": "This text is not in the library",
} as const
