import type * as z from 'zod'
import type { HttpMethod } from './message.ts'

export type KeyKind = 'validation' | 'management'

/**
 * One endpoint as it is written: the source of the client, the service, OpenAPI and the tests. Schemas are built on first use,
 * because a command needs few of them.
 */
export interface OperationRow {
  readonly method: HttpMethod
  /** Parameters in braces. */
  readonly path: string
  /** Absent: `management`. */
  readonly key?: KeyKind
  /** Whether the secret of those who send events of Safes opens it, too. */
  readonly takesEventSecret?: true
  readonly summary: string
  /** Absent: `additions`. */
  readonly tag?: string
  readonly query?: () => z.ZodObject
  /** Headers besides the API key, names in lower case. */
  readonly headers?: () => z.ZodObject
  readonly body?: () => z.ZodType
  /** Absent: 200 with an empty body. */
  readonly output?: () => z.ZodType
  /**
   * Whether it stores something or notifies someone; a dry run does not send it. A validation is sent, with the dry-run
   * header. Absent: every one does but a GET.
   */
  readonly changes?: boolean
  readonly deprecated?: { readonly since: string; readonly successor: string }
  /**
   * The same on a path of ours, under the id with `WithAdditions`, where it takes and answers members that are additions. Other
   * services have no such path: they would ignore the members.
   */
  readonly additions?: Pick<OperationRow, 'path' | 'summary' | 'body'>
}

/** A row with what it leaves out. */
export interface Operation extends OperationRow {
  readonly key: KeyKind
  readonly tag: string
  readonly changes: boolean
  /**
   * local: a server offers it only with `--admin-api`, because it shows or changes how the service itself runs. The service
   * in this process always offers it.
   */
  readonly scope?: 'local'
}

/** Whether an operation is not part of the interface. */
export function isAddition({ path }: OperationRow): boolean {
  return path.startsWith('/ext/')
}
