import { readerOf } from '../../actions/effects.ts'
import type { Effect, Path } from '../../effects/effect.ts'
import { type KnownMessage, type SignedMessage, signerIn } from '../known-message.ts'

/** A message whose meaning is data, in the words of the effects of functions: a path leads to a member of the message. */
interface EffectMessage extends Pick<KnownMessage, 'protocol' | 'source'> {
  readonly type: string
  readonly effects: readonly Effect[]
  /** The member that names the account that the message is about. */
  readonly owner?: Path
  /** The member with the last second of the signature, or of the right. */
  readonly until?: Path
  /** Why the message is at best NO DATA. */
  readonly hides?: string
  /** More to know before signing: a whole sentence. */
  readonly remark?: string
}

export function byEffects({ effects, owner, until, hides, remark, ...row }: EffectMessage): KnownMessage {
  const read = readerOf({ effects })
  return {
    ...row,
    ...(owner !== undefined && { signer: signerIn(owner) }),
    meaning: ({ message }: SignedMessage) => ({
      actions: (call) => read(call, call.actor),
      ...(until !== undefined && { until: BigInt(message[until] as bigint | number) }),
      ...(hides !== undefined && { hides }),
      ...(remark !== undefined && { remarks: [remark] }),
    }),
  }
}

/** A message that gives away nothing with any values. */
export function harmless(
  type: KnownMessage['type'],
  source: string,
  more: Pick<KnownMessage, 'protocol'> = {},
): KnownMessage {
  return { type, source, harmless: true, ...more, meaning: () => ({}) }
}
