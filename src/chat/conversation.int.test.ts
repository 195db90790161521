import { conversationSuite } from "./testing/conversation.suite.ts"

conversationSuite("one node", 1)
conversationSuite("two nodes with NATS between them", 2)
