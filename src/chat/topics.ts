/** What all sockets of a person hear. */
export const personTopic = (personId: string): string => `p:${personId}`
/** What everybody in a group room hears. */
export const roomTopic = (roomId: string): string => `r:${roomId}`
/** What those hear who asked whether a person is there. */
export const presenceTopic = (personId: string): string => `o:${personId}`
