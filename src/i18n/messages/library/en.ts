export const library = {
  "library.title": "Library news",
  "library.about": "The newest from the whole library",
  "library.list.tag": "News tagged {tag}",
  "library.list.search": "News that mention {text}",
  "library.list.follows": "Chosen feeds",
  "library.list.follows.about": "The newest from some feeds of the library",
  "library.elsewhere": "Read this list in another program:",
} as const
