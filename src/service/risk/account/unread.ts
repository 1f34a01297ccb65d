import { lazily } from '../../../shared/lazily.ts'
import type { Analysis } from '../analyze.ts'
import { addressesInCall, namedAddresses } from '../decode/addresses.ts'
import { type Call, isRead } from '../decode/calls.ts'
import { addressIn, valuesAt } from '../effects/path-values.ts'
import type { UnreadAddresses } from './items.ts'
import type { Parties } from './parties.ts'
import { isNoAddress } from './places.ts'

/** Addresses of which it counts whether they are known on another chain. */
export function askedElsewhere({ calls, message, own }: Analysis): string[] {
  const asked = new Set(message?.members.map(({ address }) => address))
  for (const call of calls) {
    if (call.inTrace || call.status === 'plain') continue
    if (!isRead(call)) for (const address of namedIn(call)) asked.add(address)
    for (const effect of call.signature?.row?.effects ?? [])
      if (effect.kind === 'relies' && effect.on)
        for (const value of valuesAt(call.args, effect.to)) asked.add(addressIn(value) ?? '')
  }
  return Array.from(asked).filter((address) => address !== '' && !own.has(address))
}

/** All that is named by a call that is not read. */
function namedIn(call: Call): string[] {
  if (call.status === 'creation') return addressesInConstructor(call.data)
  return [...addressesInCall(call.data), ...namedAddresses(call).map(({ address }) => address)]
}

/** Calls and messages that are not read, with the third parties in them. */
export function unreadIn(analysis: Analysis, parties: Parties): UnreadAddresses[] {
  const { calls, message, decoded, transaction } = analysis
  // Who gains, is called or traded by what is read has a sentence of its own.
  const shown = lazily(() => new Set(calls.map(({ to }) => to)))
  const thirdParties = (addresses: Iterable<string>) =>
    Array.from(new Set(addresses)).filter(
      (address) =>
        !shown().has(address) &&
        address !== transaction.to &&
        !isNoAddress(address) &&
        !parties.isKnownPayee(address) &&
        !parties.evidence.elsewhere(address),
    )
  const unread = calls.filter(
    (call) => !isRead(call) && call.calls.length === 0 && !(message && call === decoded.root) && !call.inTrace,
  )
  return [
    ...unread.map((call) => ({
      call,
      thirdParties: thirdParties(namedIn(call)),
    })),
    ...(message?.reading === 'unknown'
      ? [{ call: decoded.root, thirdParties: thirdParties(message.members.map(({ address }) => address)) }]
      : []),
  ]
}

/** The end of the metadata that Solidity puts behind the code: `solc`, three bytes of its version, and the length. */
const METADATA_END = /^(?:.*)64736f6c6343[0-9a-f]{6}0033/

/** The arguments of the constructor are behind the code; where code without metadata ends, is not known. */
function addressesInConstructor(data: string): string[] {
  const end = METADATA_END.exec(data)?.[0].length
  return end === undefined ? [] : addressesInCall(`0x00000000${data.slice(end)}`)
}
