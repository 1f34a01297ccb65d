import { checksummed, HEX_ADDRESS } from '../../api/address.ts'
import { policyResults } from '../../api/policies/results.ts'
import { transactionFilter } from '../../api/schemas/alert.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { isRecord } from '../../shared/json/json.ts'
import { managedAlerts } from '../alert/managed.ts'
import { managedChains } from '../chain/managed.ts'
import { managedContracts } from '../contract/managed.ts'
import { managedEntries } from '../control-list/managed.ts'
import { managedDestinations } from '../destination/managed.ts'
import { managedFeeds } from '../intel/managed.ts'
import { managedMonitors } from '../monitor/managed.ts'
import { managedNames } from '../name/managed.ts'
import { managedPolicies } from '../policy/managed.ts'
import { managedSafes } from '../safe/managed.ts'
import { identityText, type ManagedKind, type ManifestMembers } from '../steps/managed-kind.ts'

/** In the order they are applied: alerts refer to destinations, and nearly all to chains. */
const inOrder = {
  chain: managedChains,
  destination: managedDestinations,
  'control-list': managedEntries,
  contract: managedContracts,
  name: managedNames,
  safe: managedSafes,
  feed: managedFeeds,
  policy: managedPolicies,
  monitor: managedMonitors,
  alert: managedAlerts,
}
export type ManifestKind = keyof typeof inOrder
export const kinds = Object.keys(inOrder) as readonly ManifestKind[]
export const managedKinds: Readonly<Record<ManifestKind, ManagedKind>> = inOrder

const aliases: Readonly<Record<string, ManifestKind>> = { dest: 'destination', cl: 'control-list' }

/** The kinds named by words, singular or plural, in any case; undefined without words. */
export function kindsOf(words: readonly string[]): readonly ManifestKind[] | undefined {
  if (words.length === 0) return undefined
  const named = new Set(words.map(kindOf))
  return kinds.filter((kind) => named.has(kind))
}

function kindOf(word: string): ManifestKind {
  const singular = word.toLowerCase().replace(/ies$/, 'y').replace(/s$/, '')
  const found = kinds.find((kind) => kind === singular) ?? aliases[singular]
  if (found === undefined) throw usageError(`${JSON.stringify(word)} is not one of ${kinds.join(', ')}`)
  return found
}

export function pluralOf(kind: ManifestKind): string {
  return kind.endsWith('y') ? `${kind.slice(0, -1)}ies` : `${kind}s`
}

/** Clauses are named by their place. */
const clauseLists: readonly string[] = policyResults

/** The canonical form of members: sorted lists, and no values that are equivalent to absent ones. */
export function canonical(members: ManifestMembers): ManifestMembers {
  const canonicalMember = ([name, value]: [string, unknown]): [string, unknown] => {
    if (name === 'address') return [name, addressText(value)]
    if (name === 'from' && value === 'latest') return [name, undefined]
    if (name === 'attributes' && isRecord(value)) return [name, present(value)]
    if (name === 'transactionFilter' && isRecord(value)) return [name, canonicalFilter(value)]
    if (!Array.isArray(value) || clauseLists.includes(name)) return [name, value]
    return [name, name === 'functions' ? canonicalFunctions(value) : sorted(name, value)]
  }
  return present(Object.fromEntries(Object.entries(members).map(canonicalMember)))
}

/** Hex addresses ignore case; other forms are compared as they are. */
function addressText(value: unknown): string {
  const address = identityText(value)
  return HEX_ADDRESS.test(address) ? checksummed(address) : address
}

/** In the order of their signatures, each with its members in one order; what it hides takes effect at once by default. */
function canonicalFunctions(functions: readonly unknown[]): unknown[] {
  const inOneOrder = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inOneOrder)
    if (!isRecord(value)) return value === undefined ? undefined : String(value)
    const members = Object.entries(value).filter(([name, member]) => name !== 'isLater' || String(member) === 'true')
    return Object.fromEntries(
      members.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, inOneOrder(member)]),
    )
  }
  const callOf = (value: unknown) => (isRecord(value) ? identityText(value.call) : '')
  return functions.map(inOneOrder).sort((a, b) => (callOf(a) < callOf(b) ? -1 : 1))
}

/** An empty list or a false flag in a filter is equivalent to an absent one. */
function canonicalFilter(filter: ManifestMembers): ManifestMembers {
  const clauses = Object.entries(filter).map(([name, value]): [string, unknown] => {
    if (Array.isArray(value)) return [name, value.length === 0 ? undefined : sorted(name, value)]
    return [name, isRecord(value) ? only(value, (flag) => flag === true) : value]
  })
  const order = Object.keys(transactionFilter().shape)
  const placeOf = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  return present(Object.fromEntries(clauses.sort(([a], [b]) => placeOf(a) - placeOf(b))))
}

function sorted(name: string, values: readonly unknown[]): unknown[] {
  const unique = [...new Set(values)]
  return name === 'chainIds' ? unique.sort((a, b) => Number(a) - Number(b)) : unique.sort()
}

function present(members: ManifestMembers): ManifestMembers {
  return only(members, (value) => value != null)
}

function only(members: ManifestMembers, keep: (value: unknown) => boolean): ManifestMembers {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => keep(value)))
}
