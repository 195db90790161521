import { nameUuid } from "#core/kernel"

/**
 * The id of the notice that a person gets for something: always the same, so that it is given once. Also the id of the
 * command that gives it.
 *
 * @param source what it is given for: the id of an event, or of a message of operators
 */
export const noticeIdOf = (personId: string, source: string): string => nameUuid(`notice\n${personId}\n${source}`)
