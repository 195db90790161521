export const call = {
  "call.timeout": "The server did not answer in time. Please try again.",
  "call.unreachable": "The server cannot be reached. Please check your connection.",
  "call.request": "API request error: {path}",
  "call.failed": "The system is busy, please try again later",
  "call.success": "Success",
} as const
