/** A screen narrower than this many CSS pixels is a mobile one, everywhere. Style sheets say `(width < 768px)`. */
export const MOBILE_BELOW = 768

/** The same rule for the browser to watch. */
export const MOBILE_QUERY = `(width < ${MOBILE_BELOW}px)`
