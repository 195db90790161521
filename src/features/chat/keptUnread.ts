/** What this browser keeps of the count, so that a page can show it before it is connected; cleared with all that begins so. */
const KEY = "quire:chat:unread"

export const keptUnread = (userCode: string): number => {
  try {
    const [whose, count] = (localStorage.getItem(KEY) ?? "").split(" ")
    return whose === userCode ? Number(count) || 0 : 0
  } catch {
    return 0
  }
}

export const keepUnread = (userCode: string, count: number): void => {
  try {
    localStorage.setItem(KEY, `${userCode} ${count}`)
  } catch {
    // A browser that keeps nothing asks on each page.
  }
}
