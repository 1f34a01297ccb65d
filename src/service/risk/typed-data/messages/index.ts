import type { KnownMessage } from '../known-message.ts'
import type { TypedMessage } from '../typed-message.ts'
import { accountMessages } from './accounts.ts'
import { delegationMessages } from './delegations.ts'
import { hyperliquidMessages } from './hyperliquid.ts'
import { intentMessages } from './intents.ts'
import { moduleMessages } from './modules.ts'
import { orderMessages } from './orders.ts'
import { outcomeMessages } from './outcomes.ts'
import { permit2Messages } from './permit2.ts'
import { raribleMessages } from './rarible.ts'
import { rightMessages } from './rights.ts'
import { serviceMessages } from './services.ts'
import { socialMessages } from './social.ts'
import { tokenMessages } from './tokens.ts'

/** Every message whose meaning is known. */
export const knownMessages: readonly KnownMessage[] = [
  ...tokenMessages,
  ...permit2Messages,
  ...accountMessages,
  ...delegationMessages,
  ...moduleMessages,
  ...orderMessages,
  ...outcomeMessages,
  ...hyperliquidMessages,
  ...intentMessages,
  ...raribleMessages,
  ...rightMessages,
  ...serviceMessages,
  ...socialMessages,
]

const byType = new Map(knownMessages.map((row) => [row.type, row]))
const varying = knownMessages.filter(({ type }) => typeof type === 'function')

/** By the whole type: a contract accepts no other, so a message that only resembles a known one is unknown. */
export function knownMessage(message: TypedMessage): KnownMessage | undefined {
  return byType.get(message.type) ?? varying.find(({ type }) => typeof type === 'function' && type(message))
}
