/** There in local storage while notifications are on: names of their own, so that every page can look for them at no cost. */
export const NEWS_ON = "quire:news-on"
export const MESSAGES_ON = "quire:messages-on"

export const isOn = (mark: typeof NEWS_ON | typeof MESSAGES_ON): boolean => {
  try {
    return mark in localStorage
  } catch {
    return false
  }
}
