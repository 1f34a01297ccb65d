import { baselineEntries } from '../../src/service/intel/baseline-records.ts'
import { isNoAddress, typedPlaces } from '../../src/service/risk/account/places.ts'
import type { Analysis } from '../../src/service/risk/analyze.ts'
import { valuesAt } from '../../src/service/risk/effects/path-values.ts'
import { addressOf } from '../detection/adversarial/encode.ts'
import { type Row, SIGNER } from '../detection/adversarial/row.ts'

/** One word of an honest case made hostile. */
export interface Mutation<T> {
  readonly kind: 'address' | 'position' | 'value' | 'call' | 'order'
  /** For readers: what was replaced. */
  readonly what: string
  readonly changed: T
  /** Set where the word that is replaced costs the signer nothing. */
  readonly reason?: ReasonOfWord | undefined
}

export type ReasonOfWord = 'others get less by the order' | 'at most a tenth of what the signer gets'

export const STRANGER = addressOf('metamorphic stranger')
const STRANGE_POSITION = 31_337_031_337n
export const ADDED = 5n * 10n ** 18n
const digitsOf = (address: string) => address.toLowerCase().slice(2)

const baseline = new Set(baselineEntries().map(({ address }) => digitsOf(address)))
const DIGITS = 40

/** Occurrences of known and own addresses at any byte of the data, and of any address in an argument. */
function addressesAt(data: string, known: ReadonlySet<string>): { at: number; address: string }[] {
  const found: { at: number; address: string }[] = []
  for (let at = 2; at + DIGITS <= data.length; at += 2) {
    const address = data.slice(at, at + DIGITS).toLowerCase()
    if (!known.has(address)) continue
    found.push({ at, address })
    at += DIGITS - 2
  }
  return found
}

/** A batch names thousands: so many of each case, evenly. */
const MOST = 24

function spread<T>(all: readonly T[]): T[] {
  const step = Math.max(1, Math.ceil(all.length / MOST))
  return all.filter((_, index) => index % step === 0)
}

function replaced(data: string, at: number, by: string): string {
  return data.slice(0, at) + by + data.slice(at + by.length)
}

/** Each address of a call replaced by an unknown one, each position by another, ether added, and each inner call by an unknown one. */
export function mutationsOf(row: Row, { calls, own }: Analysis): Mutation<Row>[] {
  const { data = '0x', from = SIGNER, value = 0n } = row
  const named = calls.flatMap((call) => typedPlaces(call).map(({ address }) => address))
  const parties = [
    from,
    ...own,
    ...named,
    ...(row.lists ?? []).map(({ address }) => address),
    ...(row.history ?? []).map(({ to }) => to),
  ]
  const known = new Set([...baseline, ...parties.map(digitsOf)].filter((digits) => !isNoAddress(`0x${digits}`)))
  const addresses = spread(addressesAt(data, known)).map(({ at, address }): Mutation<Row> => {
    const changed = { ...row, data: replaced(data, at, digitsOf(STRANGER)) }
    return { kind: 'address', what: `0x${address} at ${at}`, changed }
  })
  const positions = calls.flatMap((call) =>
    (call.signature?.row?.effects ?? [])
      .filter((effect) => effect.kind === 'relies' && effect.as === 'position')
      .flatMap((effect) => valuesAt(call.args, effect.to)),
  )
  const ids = positions.flatMap((id): Mutation<Row>[] => {
    const word = BigInt(id as bigint)
      .toString(16)
      .padStart(64, '0')
    const at = data.indexOf(word)
    if (at < 0) return []
    const changed = { ...row, data: replaced(data, at, STRANGE_POSITION.toString(16).padStart(64, '0')) }
    return [{ kind: 'position', what: `position ${id}`, changed }]
  })
  const inner = spread(calls.slice(1)).flatMap((call): Mutation<Row>[] => {
    const at = call.data.length > 10 ? data.toLowerCase().indexOf(call.data.slice(2)) : -1
    if (at < 2 || call.operation === 'command') return []
    return [{ kind: 'call', what: `inner ${call.name}`, changed: { ...row, data: replaced(data, at, 'deadbeef') } }]
  })
  const paid: Mutation<Row>[] =
    value === 0n && data !== '0x' ? [{ kind: 'value', what: '5 ether added', changed: { ...row, value: ADDED } }] : []
  return [...addresses, ...ids, ...inner, ...paid]
}

const ADDRESS = /^0x[0-9a-f]{40}$/i

/** Each address in the members of a message replaced by an unknown one. */
export function messageMutationsOf<T extends { readonly typedData: unknown }>(given: T): Mutation<T>[] {
  const { message } = given.typedData as { readonly message: unknown }
  const places: (readonly PropertyKey[])[] = []
  const walk = (value: unknown, path: readonly PropertyKey[]) => {
    if (typeof value === 'string' && ADDRESS.test(value)) places.push(path)
    else if (typeof value === 'object' && value !== null)
      for (const [name, each] of Object.entries(value)) walk(each, [...path, name])
  }
  walk(message, [])
  return places.map((path) => {
    const copy = structuredClone(given.typedData) as { message: Record<PropertyKey, unknown> }
    let parent = copy.message
    for (const name of path.slice(0, -1)) parent = parent[name] as Record<PropertyKey, unknown>
    parent[path.at(-1) as PropertyKey] = STRANGER
    return { kind: 'address', what: path.join('.'), changed: { ...given, typedData: copy } }
  })
}
