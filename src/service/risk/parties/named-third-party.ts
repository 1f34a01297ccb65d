import type { Analysis } from '../analyze.ts'
import { addressesInCall, namedAddresses } from '../decode/addresses.ts'
import { type Call, isRead } from '../decode/calls.ts'
import { rolesWithoutGain } from './known.ts'

/**
 * The third party in the data of a call that is not read: the only address there that is no account of the sender, not the
 * called contract, no token, and not known. Several may be anything; one is likely who gains.
 */
export function namedThirdParty(
  call: Call,
  { own, subjects, transaction: { to } }: Pick<Analysis, 'own' | 'subjects' | 'transaction'>,
  isKnown: (address: string) => boolean,
): string | undefined {
  if (isRead(call) || call.status === 'creation' || call.calls.length > 0) return undefined
  // Who gains, is called or traded by what is read has a sentence of its own.
  const shown = new Set(
    subjects.flatMap(({ address, role }) => (role === 'token' || !rolesWithoutGain.includes(role) ? address : [])),
  )
  const isParty = (address: string) =>
    own.has(address) || shown.has(address) || [to, call.to, call.actor].includes(address)
  const named = new Set([...addressesInCall(call.data), ...namedAddresses(call).map(({ address }) => address)])
  const [found, ...others] = Array.from(named).filter((address) => !isParty(address) && !isKnown(address))
  return others.length === 0 ? found : undefined
}
