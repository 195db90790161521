const READER_CALLS = /^\/(?:accounts\/ClientLogin$|(?:api\/greader\.php|reader\/api\/0)\/)/

/**
 * Whether a path belongs to reader apps. They show their token in a header, which no browser sends by itself, and cookies
 * count for nothing there: a page of another site, or an app that is made like one, may ask.
 */
export const isReaderCall = (path: string): boolean => READER_CALLS.test(path)
