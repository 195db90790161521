/** There in local storage while notifications are on: a name of its own, so that every page can look for it at no cost. */
export const NEWS_ON = "quire:news-on"
