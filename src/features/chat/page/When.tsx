import { useChat } from "./context.ts"

/** When something was said: the time of day where that was today, else how long ago. */
export function When({ timeStamp }: { readonly timeStamp: string }) {
  const { format, time } = useChat()
  const at = new Date(timeStamp)
  const isToday = format.dayKey(at) === format.dayKey(new Date())
  return (
    <time dateTime={timeStamp} title={format.dateTime(at)}>
      {isToday ? time(at) : format.relative(at, new Date())}
    </time>
  )
}
