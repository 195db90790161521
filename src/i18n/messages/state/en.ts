export const state = {
  "state.empty": "No Data",
  "state.failed": "The system is busy, please try again later",
  "state.retry": "Try again",
  "state.feedUnavailable": "Feed content temporarily unavailable, Possibly due to network issues.",
  "state.linkUnavailable": "Unfortunately this link is not available, perhaps for legal reasons.",
  "state.brokenLink": "Sorry, broken link",
  "state.more": "More",
  "state.less": "Less",
  "state.reference": "Reference for support: {id}",
  "state.home": "Back to the home page",
} as const
