export const filter = {
  "filter.time": "Time",
  "filter.all": "All",
  "filter.today": "Today",
  "filter.week": "7 Days",
  "filter.month": "30 Days",
  "filter.range": "From – to",
  "filter.start": "From",
  "filter.end": "To",
  "filter.ok": "OK",
} as const
