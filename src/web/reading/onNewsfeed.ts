import { paths } from "../../lib/paths.ts"

/** Limits a cookie to the newsfeed. */
export const onNewsfeed = (cookie: string): string => cookie.replace("Path=/;", `Path=${paths.newsfeed};`)
