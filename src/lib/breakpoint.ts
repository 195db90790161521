/** Screens narrower than this (CSS pixels) are mobile. Style sheets use `(width < 768px)`. */
export const MOBILE_BELOW = 768

/** The same as a media query. */
export const MOBILE_QUERY = `(width < ${MOBILE_BELOW}px)`
