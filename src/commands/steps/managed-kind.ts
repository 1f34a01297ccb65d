import type * as z from 'zod'
import type { CallInput, OperationId } from '../../api/operations/operations.ts'
import type { Context } from '../../cli/context/context.ts'
import type { Resource } from '../../cli/resource/resource.ts'
import type { Client } from '../../client/client.ts'
import { readAll } from './paged-list.ts'

/** The body of an operation. */
export type BodyOf<K extends OperationId> = NonNullable<CallInput<K>['body']>

/** Members of an object by their names in the contract. */
export type ManifestMembers = Readonly<Record<string, unknown>>

export interface ApplyTarget {
  readonly context: Context
  readonly client: Client
  /** Ids of destinations by name, current and created ones. */
  readonly destinations: ReadonlyMap<string, string>
  /** SHA-256 of the file that has the object. */
  readonly fileDigest?: string | undefined
}

export interface ManagedUpdate {
  readonly id: string
  /** The members as they will be. */
  readonly members: ManifestMembers
  readonly changed: ReadonlySet<string>
  readonly stored: ManifestMembers
}

/** How a kind of object is described in manifests, and written. */
export interface ManagedKind<Row = unknown> {
  /** Members of a document besides `kind`: those that create the object. */
  readonly schema: z.ZodObject
  /** In the order of exports. */
  readonly members: readonly string[]
  /** Members that identify an object, or count only when it is created: they never change. */
  readonly fixed: readonly string[]
  /** Members with typed values, also within others; all else is read as text, also `0x…` and `1`. */
  readonly typed: readonly string[]
  /** Members that can be secret. Only they can have variables. */
  readonly secrets: readonly string[]
  /** A document is the whole object: an update removes the members that it does not have. */
  readonly isWhole: boolean
  /** Identifies the object within its kind, the same on every service. Default: its fixed members. */
  identity(members: ManifestMembers): string
  /** Whether a service without additions would refuse or ignore it. */
  isAddition(members: ManifestMembers): boolean
  /** All objects. @param isNeeded a service that lacks the additions is refused */
  read(context: Context, isNeeded: boolean): Promise<readonly Row[]>
  idOf(row: Row): string
  /** The members of a document. @param destinationName its name by its id */
  membersOf(row: Row, destinationName: (id: string) => string): ManifestMembers
  /** Returns the id. */
  create(target: ApplyTarget, members: ManifestMembers): Promise<string>
  update(target: ApplyTarget, update: ManagedUpdate): Promise<unknown>
  remove(client: Client, id: string): Promise<unknown>
}

type Given<Row> = Pick<ManagedKind<Row>, 'schema' | 'members' | 'fixed' | 'create' | 'update'> &
  Partial<ManagedKind<Row>>

/** A kind of object that manifests can have. */
export function managed<Row>(resource: Resource<Row>, given: Given<Row>): ManagedKind<Row> {
  return {
    typed: [],
    isWhole: false,
    secrets: [],
    identity: (members) => given.fixed.map((name) => identityText(members[name])).join(' '),
    isAddition: () => false,
    read: async (context) => (await readAll(context, resource)).content,
    idOf: resource.idOf,
    membersOf: (row) => Object.fromEntries(given.members.map((name) => [name, (row as ManifestMembers)[name]])),
    remove: (client, id) => resource.remove(client, id),
    ...given,
  }
}

export function identityText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Identity of an object that is an address on a chain. */
export function onChain({ chainId, address }: ManifestMembers): string {
  return `${identityText(address)} on chain ${identityText(chainId)}`
}
