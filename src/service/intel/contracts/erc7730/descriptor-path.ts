import { shortened } from '../../../../shared/text/shortened.ts'
import { itemOf, type Parameter } from '../../../risk/decode/layout.ts'
import type { Path } from '../../../risk/effects/effect.ts'

/** all: each item · index: one item of a list, or one byte · slice: a part of a list, or of the bytes of a value. */
export type Segment =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'all' }
  | { readonly kind: 'index'; readonly at: number }
  | { readonly kind: 'slice'; readonly from: number; readonly to: number | undefined }

/** @.from, @.to, @.value and @.chainId are about the transaction or the domain of the message; the others start at the arguments. */
export type DescriptorPath =
  | { readonly root: 'container'; readonly name: ContainerName }
  | { readonly root: 'data'; readonly segments: readonly Segment[] }

const containerNames = ['from', 'to', 'value', 'chainId'] as const
export type ContainerName = (typeof containerNames)[number]

const MAX_LENGTH = 1000
/** No call data that is read has as many bytes. */
const MAX_INDEX = 1_000_000
const NAME = /^[A-Za-z_$][\w$]*$/
const INDEX = /^\[(-?\d{1,9})\]$/
const SLICE = /^\[(-?\d{1,9})?:(-?\d{1,9})?\]$/

/** Reads a path without its root `#.`. The text says why it is none. */
export function parsePath(written: string): DescriptorPath | string {
  if (written.length > MAX_LENGTH) return 'is too long for a path'
  if (written.startsWith('@')) {
    const name = containerNames.find((each) => written === `@.${each}`)
    return name === undefined ? `is ${short(written)}, which no transaction has` : { root: 'container', name }
  }
  const segments: Segment[] = []
  // The standard also writes `names[0]`.
  for (const part of written
    .replace(/^#\./, '')
    .replace(/(?<=[\w$\]])\[/g, '.[')
    .split('.')) {
    const segment = segmentOf(part)
    if (segment === undefined) return `is ${short(written)}, which is no path`
    if (isTooFar(segment)) return `is ${short(written)}, which is behind the end of any call data`
    segments.push(segment)
  }
  return { root: 'data', segments }
}

export function short(text: string): string {
  return JSON.stringify(shortened(text, 80))
}

function segmentOf(part: string): Segment | undefined {
  if (part === '[]') return { kind: 'all' }
  if (NAME.test(part)) return { kind: 'name', name: part }
  const [, at] = INDEX.exec(part) ?? []
  if (at !== undefined) return { kind: 'index', at: Number(at) }
  const slice = SLICE.exec(part)
  if (!slice) return undefined
  const [, from, to] = slice
  return { kind: 'slice', from: Number(from ?? 0), to: to === undefined ? undefined : Number(to) }
}

function isTooFar(segment: Segment): boolean {
  if (segment.kind === 'index') return Math.abs(segment.at) > MAX_INDEX
  if (segment.kind !== 'slice') return false
  return [segment.from, segment.to ?? 0].some((at) => Math.abs(at) > MAX_INDEX)
}

/** What is at a path of the arguments; undefined: it leads to none. */
export function typeAt(path: DescriptorPath, parameters: readonly Parameter[]): Parameter | undefined {
  if (path.root === 'container') return typeInContainer(path.name)
  let current: Parameter | undefined = { type: 'tuple', components: parameters }
  for (const segment of path.segments) {
    current = current && memberOf(current, segment)
    if (current === undefined) return undefined
  }
  return current
}

export function typeInContainer(name: ContainerName): Parameter {
  return { type: name === 'from' || name === 'to' ? 'address' : 'uint256' }
}

/** Returns the member that a segment leads to; in a list, a name stands for the member of each item. */
function memberOf(parameter: Parameter, segment: Segment): Parameter | undefined {
  if (segment.kind === 'name') {
    const item = parameter.type.startsWith('tuple') ? parameter : undefined
    return item?.components?.find(({ name }) => name === segment.name)
  }
  if (isList(parameter)) return segment.kind === 'slice' ? parameter : itemOf(parameter)
  if (segment.kind === 'all' || parameter.type === 'tuple' || parameter.type === 'bool') return undefined
  return { type: 'bytes' }
}

export function isList({ type }: Parameter): boolean {
  return type.endsWith(']')
}

/** The start and end of a slice in a list or text of a length. */
export function boundsOf(segment: { readonly from: number; readonly to: number | undefined }, length: number) {
  const at = (place: number) => (place < 0 ? Math.max(0, length + place) : Math.min(place, length))
  return [at(segment.from), segment.to === undefined ? length : at(segment.to)] as const
}

/** A path of effects; undefined: it leads to a part that no path of effects names. */
export function effectPathOf(written: string): Path | undefined {
  const path = parsePath(written)
  if (typeof path === 'string') return undefined
  if (path.root === 'container')
    return { from: '@actor', to: '@contract', value: undefined, chainId: undefined }[path.name]
  const names = path.segments.map((segment) => {
    if (segment.kind === 'name') return segment.name
    if (segment.kind === 'all') return ''
    if (segment.kind === 'index') return { 0: '@first', [-1]: '@last' }[segment.at]
    const { from, to } = segment
    if (from === 0) return to === 20 ? '@start' : to === 1 ? '@first' : undefined
    return from === -20 && to === undefined ? '@end' : undefined
  })
  return names.includes(undefined) ? undefined : names.filter((name) => name !== '').join('.')
}
