import * as z from 'zod'
import { checksummed, HEX_ADDRESS } from '../../api/address.ts'
import { alertCreate, type TransactionFilter } from '../../api/schemas/alert.ts'
import { contractGiven } from '../../api/schemas/contract.ts'
import { entryCreate } from '../../api/schemas/control-list.ts'
import { destinationUpdate } from '../../api/schemas/destination.ts'
import { feedEnabling } from '../../api/schemas/intel.ts'
import { monitorCreateWithAdditions } from '../../api/schemas/monitor.ts'
import { name } from '../../api/schemas/primitives.ts'
import { safeCreate } from '../../api/schemas/safe.ts'
import { monitorConditions } from '../../api/vocabulary.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { isRecord } from '../../shared/json/json.ts'

/** Kinds of objects in the order they are applied: alerts refer to destinations. */
export const kinds = ['destination', 'control-list', 'contract', 'safe', 'feed', 'monitor', 'alert'] as const
export type Kind = (typeof kinds)[number]

const aliases: Readonly<Record<string, Kind>> = { dest: 'destination', cl: 'control-list' }

/** The kinds named by words, singular or plural, in any case; undefined without words. */
export function kindsOf(words: readonly string[]): readonly Kind[] | undefined {
  if (words.length === 0) return undefined
  const named = new Set(words.map(kindOf))
  return kinds.filter((kind) => named.has(kind))
}

function kindOf(word: string): Kind {
  const singular = word.toLowerCase().replace(/s$/, '')
  const found = kinds.find((kind) => kind === singular) ?? aliases[singular]
  if (found === undefined) throw usageError(`${JSON.stringify(word)} is not one of ${kinds.join(', ')}`)
  return found
}

/** Members of an object by their names in the contract. */
export type ManifestMembers = Readonly<Record<string, unknown>>

interface KindRow {
  /** Members of a document besides `kind`: those that create the object; alerts have destination names instead of ids. */
  readonly schema: z.ZodObject
  /** Members with typed values; all others are read as text, also `0x…` and `1`. */
  readonly typed: readonly string[]
  /** Identifies the object within its kind, the same on every service. */
  identity(members: ManifestMembers): string
}

export const kindRows: Readonly<Record<Kind, KindRow>> = {
  destination: { schema: destinationUpdate(), typed: [], identity: ({ name }) => text(name) },
  'control-list': {
    schema: entryCreate(),
    typed: [],
    identity: ({ type, productType, address }) => `${text(type)} ${text(productType)} ${addressText(address)}`,
  },
  contract: {
    schema: contractGiven().omit({ source: true, messages: true }),
    typed: [],
    identity: ({ chainId, address }) => `${addressText(address)} on chain ${text(chainId)}`,
  },
  safe: {
    // The URL of another service is a secret that does not come back, so that it cannot be compared.
    schema: safeCreate()
      .omit({ serviceKey: true })
      .extend({ serviceUrl: z.literal('hosted').optional() }),
    typed: [],
    identity: ({ chainId, address }) => `${addressText(address)} on chain ${text(chainId)}`,
  },
  feed: {
    // Its address and interval are those of the catalogue of the service.
    schema: z.object(feedEnabling().shape),
    typed: ['rescreen'],
    identity: ({ source }) => text(source),
  },
  monitor: {
    schema: monitorCreateWithAdditions(),
    typed: ['enabled', 'from'],
    identity: ({ chainId, address }) => `${addressText(address)} on chain ${text(chainId)}`,
  },
  alert: {
    schema: alertCreate()
      .omit({ destinationIds: true })
      .extend({ destinations: z.array(name()).nullish(), isActive: z.boolean().nullish() })
      .superRefine(({ alertType, transactionFilter }, ctx) => {
        for (const condition of alertType === 'MONITOR' ? [] : monitorConditions)
          if (transactionFilter?.[condition] != null)
            ctx.addIssue({
              code: 'custom',
              path: ['transactionFilter', condition],
              message: 'is only for MONITOR alerts',
            })
      }),
    typed: ['isActive', 'transactionFilter'],
    identity: ({ alertName }) => text(alertName),
  },
}

/** The filter of an alert. */
export function filterOf({ transactionFilter }: ManifestMembers): TransactionFilter {
  return (transactionFilter ?? {}) as TransactionFilter
}

/** Members that can be secret. Only they can have variables. */
export const secretMembers: Readonly<Record<Kind, readonly string[]>> = {
  destination: ['webhookUrl', 'attributes.token'],
  'control-list': [],
  contract: [],
  safe: [],
  feed: [],
  monitor: [],
  alert: [],
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Hex addresses ignore case; other forms are compared as they are. */
function addressText(value: unknown): string {
  const address = text(value)
  return HEX_ADDRESS.test(address) ? checksummed(address) : address
}

/** The canonical form of members: sorted lists, and no values that are equivalent to absent ones. */
export function canonical(kind: Kind, members: ManifestMembers): ManifestMembers {
  switch (kind) {
    case 'destination':
      return present({ ...members, ...(isRecord(members.attributes) && { attributes: present(members.attributes) }) })
    case 'control-list':
      return present({
        ...members,
        address: addressText(members.address),
        ...(Array.isArray(members.chainIds) && { chainIds: sortedNumbers(members.chainIds) }),
      })
    case 'contract':
      return present({
        ...members,
        address: addressText(members.address),
        ...(Array.isArray(members.functions) && { functions: canonicalFunctions(members.functions) }),
      })
    case 'safe':
      return present({ ...members, address: addressText(members.address) })
    case 'feed':
      return present(members)
    case 'monitor':
      return present({
        ...members,
        address: addressText(members.address),
        ...(Array.isArray(members.kinds) && { kinds: [...new Set(members.kinds)].sort() }),
        from: members.from === 'latest' ? undefined : members.from,
      })
    case 'alert':
      return present({
        ...members,
        ...(Array.isArray(members.destinations) && { destinations: [...new Set(members.destinations)].sort() }),
        ...(isRecord(members.transactionFilter) && { transactionFilter: canonicalFilter(members.transactionFilter) }),
      })
  }
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
  const callOf = (value: unknown) => (isRecord(value) ? text(value.call) : '')
  return functions.map(inOneOrder).sort((a, b) => (callOf(a) < callOf(b) ? -1 : 1))
}

/** An empty list or a false flag in a filter is equivalent to an absent one. */
function canonicalFilter(filter: ManifestMembers): ManifestMembers {
  const clauses = Object.entries(filter).map(([name, value]): [string, unknown] => {
    if (Array.isArray(value)) return [name, value.length === 0 ? undefined : sorted(name, value)]
    return [name, isRecord(value) ? only(value, (flag) => flag === true) : value]
  })
  return present(Object.fromEntries(clauses.sort(([a], [b]) => order(a) - order(b))))
}

const filterOrder = [
  'validationStatusConfiguration',
  'validationEnforcementConfiguration',
  'fromScore',
  'toScore',
  'fromTotalLoss',
  'toTotalLoss',
  'categories',
  'subCategories',
  'chainIds',
  'kinds',
  'minUsd',
  'confirmations',
  'rescreen',
]

function order(name: string): number {
  const at = filterOrder.indexOf(name)
  return at === -1 ? filterOrder.length : at
}

function sorted(name: string, values: readonly unknown[]): unknown[] {
  return name === 'chainIds' ? sortedNumbers(values) : [...new Set(values)].sort()
}

function sortedNumbers(values: readonly unknown[]): unknown[] {
  return [...new Set(values)].sort((a, b) => Number(a) - Number(b))
}

function present(members: ManifestMembers): ManifestMembers {
  return only(members, (value) => value != null)
}

function only(members: ManifestMembers, keep: (value: unknown) => boolean): ManifestMembers {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => keep(value)))
}
