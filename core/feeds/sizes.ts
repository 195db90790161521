/** Separate from the schemas, so that browsers do not load the schema library for one number. */

/** Items on one page of a feed's preview. */
export const PREVIEW_PAGE_SIZE = 50
