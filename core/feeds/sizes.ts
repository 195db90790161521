/** Apart from the schemas, so that a browser that only asks does not load the library that decodes. */

/** Items on one page of a feed's preview. */
export const PREVIEW_PAGE_SIZE = 50
