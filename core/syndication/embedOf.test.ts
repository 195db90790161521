import { expect, it } from "vitest"
import { embedOf } from "./embedOf.ts"

it.each([
  [
    "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
    "YouTube",
    "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1",
  ],
  [
    "https://m.youtube.com/shorts/dQw4w9WgXcQ",
    "YouTube",
    "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1",
  ],
  ["https://youtu.be/dQw4w9WgXcQ", "YouTube", "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1"],
  [
    "https://www.youtube.com/playlist?list=PL0123456789abc",
    "YouTube",
    "https://www.youtube-nocookie.com/embed/videoseries?list=PL0123456789abc",
  ],
  ["https://vimeo.com/123456", "Vimeo", "https://player.vimeo.com/video/123456?dnt=1&autoplay=1"],
  ["https://odysee.com/@who:1/what:2", "Odysee", "https://odysee.com/$/embed/@who:1/what:2"],
  ["https://rumble.com/embed/v1abc2/", "Rumble", "https://rumble.com/embed/v1abc2/"],
  ["https://www.bitchute.com/video/AbC123/", "BitChute", "https://www.bitchute.com/embed/AbC123/"],
  ["https://www.dailymotion.com/video/x8abcd", "Dailymotion", "https://geo.dailymotion.com/player.html?video=x8abcd"],
  ["https://archive.org/details/some.film", "Internet Archive", "https://archive.org/embed/some.film"],
  ["https://www.ted.com/talks/a_talk", "TED", "https://embed.ted.com/talks/a_talk"],
  [
    "https://tube.example/videos/watch/9c9de5e8-0a1e-484a-b099-e80766180a6d",
    "tube.example",
    "https://tube.example/videos/embed/9c9de5e8-0a1e-484a-b099-e80766180a6d?autoplay=1&p2p=0",
  ],
])("shows %s in the player of %s", (page, host, src) =>
  expect(embedOf(page)).toEqual({ host, src, origin: new URL(src).origin }),
)

it.each([
  null,
  "",
  "javascript:alert(1)",
  "https://rumble.com/v1abc2-a-film.html",
  "https://www.youtube.com/@channel",
  "https://odysee.com/",
  "https://blog.example/videos/watch/short",
  "https://evil.example/watch?v=dQw4w9WgXcQ",
  // Each would add a directive or a wildcard to the page's policy.
  "https://a;sandbox/videos/watch/9c9de5e8-0a1e-484a-b099-e80766180a6d",
  "https://*/videos/watch/9c9de5e8-0a1e-484a-b099-e80766180a6d",
  "https://[::1]/videos/watch/9c9de5e8-0a1e-484a-b099-e80766180a6d",
])("finds no player for %s", (page) => expect(embedOf(page)).toBeNull())
