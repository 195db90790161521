/** What a rule does with an item: marks it as read, or saves it with tags. */
export type ItemRuleAction = "read" | "save"

/** A rule for items that arrive. */
export type ItemRule = {
  /** The feed that it applies to; null for all followed feeds. */
  readonly feedId: string | null
  /** Lower case; the item contains one of them. Without words, every item of the feed. */
  readonly words: ReadonlyArray<string>
  readonly action: ItemRuleAction
  readonly tags: ReadonlyArray<string>
}

/** What rules look at. */
export type RuleItem = {
  readonly itemId: string
  readonly feedId: string
  readonly title: string
  readonly summary: string | null
}

/** Whether a rule applies to an item: as mute rules do, it compares title and summary and ignores letter case. */
export const matchesRule = (
  { feedId, words }: Pick<ItemRule, "feedId" | "words">,
  item: Omit<RuleItem, "itemId">,
): boolean => {
  if (feedId !== null && feedId !== item.feedId) return false
  if (words.length === 0) return feedId !== null
  const text = `${item.title} ${item.summary ?? ""}`.normalize("NFC").toLowerCase()
  return words.some((word) => text.includes(word))
}
