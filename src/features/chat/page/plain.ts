/** A text in which addresses are no links: the whole line leads to where it was written. */
export const plain = (text: string): string => text.replaceAll("://", ":\u2060//")
