const READER_CALLS = /^\/(?:accounts\/ClientLogin$|(?:api\/greader\.php|reader\/api\/0)\/)/

/**
 * Whether a path belongs to reader apps. They send their token in a header, which browsers never do on their own, and cookies
 * are ignored there, so calls from other origins are allowed.
 */
export const isReaderCall = (path: string): boolean => READER_CALLS.test(path)
