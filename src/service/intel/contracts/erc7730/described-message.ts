import * as TypedData from 'ox/TypedData'
import type { MessageGiven } from '../../../../api/schemas/contract.ts'
import { oneLineWithHidden } from '../../../../shared/text/one-line.ts'
import { shortened } from '../../../../shared/text/shortened.ts'
import type { Effect } from '../../../risk/effects/effect.ts'
import type { TaughtMessage } from '../../../risk/effects/taught.ts'
import type { TypedMessage } from '../../../risk/typed-data/typed-message.ts'
import type { DescriptorNames } from './display/format-value.ts'
import { showFields } from './display/show-fields.ts'
import { messageParameters } from './message-parameters.ts'
import type { DescribedField } from './read-fields.ts'

const MAX_SHOWN = 32
const MAX_TEXT = 120
const NO_NAMES: DescriptorNames = { token: () => undefined, address: () => undefined, collection: () => undefined }

/**
 * What a public descriptor says about a message: who gains, and its labels, in quotes as words of a third party. Undefined: the message
 * has another domain than the descriptor demands, or other values.
 */
export function describedMessage(
  given: MessageGiven,
  message: TypedMessage,
  signer: string,
): TaughtMessage | undefined {
  const read = messageParameters(given.type)
  const { verifyingContract: to = '', chainId } = message.domain
  if (typeof read === 'string' || !hasDomain(given, message)) return undefined
  const container = { from: signer, to, value: 0n, chainId: String(chainId) }
  const format = { ...given, fields: given.fields as readonly DescribedField[] }
  const shown = showFields(format, { parameters: read.parameters, args: message.message, container }, NO_NAMES)
  if (shown.faults.length > 0) return undefined
  const texts = shown.fields.slice(0, MAX_SHOWN).map(({ label, value }) => `${quoted(label)} ${quoted(String(value))}`)
  const more = shown.fields.length - texts.length
  return {
    effects: given.effects as unknown as readonly Effect[],
    fields: `A public descriptor shows ${quoted(given.intent)}: ${texts.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
  }
}

function hasDomain({ domain }: MessageGiven, message: TypedMessage): boolean {
  const { separator, ...members } = domain
  const own = message.domain as Readonly<Record<string, unknown>>
  // The salt is not kept of a message: a descriptor that demands one is not compared.
  const isSame = Object.entries(members).every(([name, value]) => String(own[name] ?? '') === value)
  return isSame && (separator === undefined || separator === TypedData.domainSeparator(message.domain as never))
}

function quoted(text: string): string {
  return JSON.stringify(shortened(oneLineWithHidden(text), MAX_TEXT))
}
