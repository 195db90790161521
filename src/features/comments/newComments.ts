import { onLiveUpdate } from "../../lib/liveUpdates.ts"

// Shows a link when there are new comments, so that the page does not move while reading. Guests have no stream.

const section = document.querySelector<HTMLElement>("[data-live-post]")
const link = section?.querySelector<HTMLElement>("[data-new-comments]")
if (section && link)
  onLiveUpdate("comments", (mark) => {
    link.hidden = Number(mark) <= Number(section.dataset["commentCount"])
  })
