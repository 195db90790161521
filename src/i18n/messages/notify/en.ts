export const notify = {
  "notify.title": "Notifications",
  "notify.text": "Hear of library news, at most every half hour.",
  "notify.on": "Notify me",
  "notify.off": "Stop notifying me",
  "notify.started": "You will be notified of library news.",
  "notify.stopped": "You will not be notified any more.",
  "notify.denied": "Your browser does not let this site notify you. Its settings can change that.",
  "notify.unsupported": "This browser has no notifications.",
  "notify.noTarget": "This browser's address for notifications cannot be used",
  "notify.full": "Notifications cannot be taken on at the moment. Please try again later.",
} as const
