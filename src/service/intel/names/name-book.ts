/** Room: Names that people gave addresses: which one counts, and what it can be taken for. */

import { checksummed } from '../../../api/address.ts'
import type { AddressName, NamedAddress } from '../../../api/schemas/name.ts'
import { EVERY_CHAIN } from '../../../api/vocabulary.ts'
import { compareText } from '../../../shared/text/compare-text.ts'
import { nearest } from '../../../shared/text/did-you-mean.ts'
import { endsOf } from '../../evm/words.ts'
import { skeletonOf } from '../../risk/parties/similarity.ts'
import type { KnownName } from '../../store/repositories/names.ts'

export function toName({ address_key, chain_id, name, source }: KnownName): AddressName {
  return { address: checksummed(address_key), chainId: chain_id || EVERY_CHAIN, name, source }
}

/** In the order in which they count. */
const order: readonly AddressName['source'][] = ['operator', 'safe', 'monitor', 'contract']

/** The name of the address book counts before others, and one of the chain before one for every chain. */
export function byPrecedence(names: readonly KnownName[]): KnownName[] {
  return names.toSorted(
    (a, b) =>
      order.indexOf(a.source) - order.indexOf(b.source) ||
      Number(a.chain_id === '') - Number(b.chain_id === '') ||
      compareText(a.chain_id, b.chain_id) ||
      compareText(a.address_key, b.address_key),
  )
}

export function holdsOn({ chain_id }: KnownName, chainId: string | undefined): boolean {
  return chainId === undefined || chain_id === '' || chain_id === chainId
}

/** The names that are this one: in the same case, or else in any. */
export function namesLike(given: string, names: readonly KnownName[]): KnownName[] {
  const exact = names.filter(({ name }) => name === given)
  return exact.length > 0 ? exact : names.filter(({ name }) => name.toLowerCase() === given.toLowerCase())
}

const SHOWN_NEAR = 3

/** Names that may be meant where none is the given one: those that look the same, and the most similar one. */
export function namesNear(given: string, names: readonly KnownName[]): string[] {
  const all = [...new Set(names.map(({ name }) => name))]
  const skeleton = skeletonOf(given)
  const same = all.filter((name) => skeletonOf(name) === skeleton)
  const similar = nearest(given, all, Math.floor(Math.max(given.length, 3) / 3))
  return [...new Set([...same, ...(similar === undefined ? [] : [similar])])].slice(0, SHOWN_NEAR)
}

const SHOWN_ALIKE = 10

/** Other addresses that a name or its address can be taken for. */
export function alikeOf(given: KnownName, names: readonly KnownName[]): NamedAddress['alike'] {
  const skeleton = skeletonOf(given.name)
  const ends = endsOf(given.address_key)
  const others = byPrecedence(names.filter(({ address_key }) => address_key !== given.address_key))
  return others
    .flatMap((other) => {
      const shown = toName(other)
      const isSame = other.name === given.name
      return [
        ...(isSame ? [{ ...shown, code: 'same-name' as const }] : []),
        ...(!isSame && skeletonOf(other.name) === skeleton ? [{ ...shown, code: 'similar-name' as const }] : []),
        ...(endsOf(other.address_key) === ends ? [{ ...shown, code: 'similar-address' as const }] : []),
      ]
    })
    .slice(0, SHOWN_ALIKE)
}
