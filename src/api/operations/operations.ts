/** Room: One row an operation: method, path, key, schemas. Client, routes and OpenAPI follow from it. */

import type * as z from 'zod'
import { lazilyBy } from '../../shared/lazily.ts'
import { additions } from './additions.ts'
import { contract } from './contract.ts'
import { localAdditions } from './local-additions.ts'
import type { Operation, OperationRow } from './operation.ts'

type Contract = typeof contract
/** The ids of operations that have additions. */
type ExtensibleId = { [K in keyof Contract]: Contract[K] extends { additions: unknown } ? K : never }[keyof Contract]
type Extended = {
  readonly [K in ExtensibleId as `${K}WithAdditions`]: Omit<
    Contract[K],
    'headers' | 'tag' | keyof Contract[K]['additions']
  > &
    Contract[K]['additions']
}

function extend(rows: Readonly<Record<string, OperationRow>>): Extended {
  const extended = Object.entries(rows).flatMap(([id, { additions, headers: _, tag: __, ...row }]) =>
    additions ? [[`${id}WithAdditions`, { ...row, ...additions }]] : [],
  )
  return Object.fromEntries(extended)
}

const operations = { ...contract, ...extend(contract), ...additions }

export type OperationId = keyof typeof operations
export const operationIds = Object.keys(operations) as OperationId[]
/** What answers an operation: with additions it is the same as without. */
export type BaseId = keyof Contract | keyof typeof additions

type Row<K extends OperationId> = (typeof operations)[K]

/** Path parameters by their name in the path. */
export type PathParams = Readonly<Record<string, string>>

/** Input of an operation, before parsing. */
export interface CallInput<K extends OperationId> {
  readonly params?: PathParams
  readonly query?: Row<K> extends { query: () => infer S extends z.ZodType } ? z.input<S> : undefined
  readonly headers?: Row<K> extends { headers: () => infer S extends z.ZodType } ? z.input<S> : undefined
  readonly body?: Row<K> extends { body: () => infer S extends z.ZodType } ? z.input<S> : undefined
}

/** Parsed input of an operation, for its handler. */
export interface OperationCall<K extends BaseId> {
  readonly params: PathParams
  readonly query: Row<K> extends { query: () => infer S extends z.ZodType } ? z.output<S> : undefined
  readonly headers: Row<K> extends { headers: () => infer S extends z.ZodType } ? z.output<S> : undefined
  readonly body: Row<K> extends { body: () => infer S extends z.ZodType } ? z.output<S> & Additions<Row<K>> : undefined
  /** Whether the caller takes members that are additions. */
  readonly hasAdditions: boolean
}

type Additions<R> = R extends { additions: { body: () => infer S extends z.ZodType } } ? Partial<z.output<S>> : unknown

/** Output of an operation; undefined: empty body. */
export type Output<K extends OperationId> =
  Row<K> extends { output: () => infer S extends z.ZodType } ? z.output<S> : undefined

/** Operations that add rows, as many as there are requests: refused at the limit of stored bytes. */
export const storing: ReadonlySet<BaseId> = new Set([
  'validateTransaction',
  'validateTransactionV1',
  'createControlList',
  'createMonitor',
  'createAlert',
  'createDestination',
  'requestHold',
])

export function baseId(id: OperationId): BaseId {
  return id.replace(/WithAdditions$/, '') as BaseId
}

/** The row with what it leaves out. */
export const operation = lazilyBy(
  (id: OperationId) => id,
  (id): Operation => {
    const row: OperationRow = operations[id]
    return {
      key: 'management',
      tag: 'additions',
      changes: row.method !== 'GET',
      ...(Object.hasOwn(localAdditions, id) && { scope: 'local' }),
      ...row,
    }
  },
)

export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] ?? '')
}
