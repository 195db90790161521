import type { Translation } from "../../message.ts"
import type { add as source } from "./en.ts"

export const add: Translation<typeof source> = {
  "add.title": "Feed hinzufügen",
  "add.label": "Adresse eines Blogs, Newsletters, Kanals oder Podcasts",
  "add.placeholder": "example.org/blog",
  "add.find": "Feed suchen",
  "add.finding": "An dieser Adresse wird ein Feed gesucht …",
  "add.lead":
    "Fügen Sie eine beliebige Adresse ein. Quire findet den Feed dahinter und zeigt, was er bringt, bevor Sie ihm folgen.",
  "add.found": "An dieser Adresse gefunden",
  "add.others": "Weitere Feeds dieser Website",
  "add.what": "Das kann sein",
  "add.what.page": "die Adresse einer Seite, die einen Feed hat",
  "add.what.feed": "die Adresse eines Feeds selbst: RSS, Atom, RDF oder JSON Feed",
  "add.what.channel": "ein Kanal oder eine Playlist: YouTube, Vimeo, Odysee, PeerTube, Bitchute, Rumble",
  "add.what.blog": "ein Blog oder Newsletter: Substack, Medium, WordPress, Ghost, Blogger, Mastodon",
}
