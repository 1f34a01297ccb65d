import type { ProblemCode } from '../../api/problems.ts'
import { WardenError } from '../../shared/errors.ts'
import { systemErrorCode } from '../../shared/system/system-error-code.ts'
import { Problem } from '../problems/problem.ts'
import { type Store, type StoreFailure, WritesStopped } from '../store/store.ts'

/** @param report called for errors that an operator should see */
export function errorToProblem(
  error: unknown,
  store: Pick<Store, 'failureOf'>,
  report: (error: unknown) => void,
): Problem {
  if (error instanceof Problem) return error
  if (isOfNode(error)) {
    const { code, message, parameters } = error
    return new Problem(code, sentence(capitalised(message)), { parameters })
  }
  if (isWithoutKey(error)) {
    // Where it was looked for, and how to bring it: long texts are cut.
    const lines = new Set([error.message, ...error.details.slice(0, 1), ...error.details.slice(-1)])
    // To forget secrets helps only where their key is lost: `key` says when it is here.
    const key = error.code === 'another-master-key' ? error.parameters.key : 'unreadable'
    const more = key === undefined ? {} : { parameters: { key } }
    return new Problem('another-master-key', Array.from(lines, sentence).join(' '), more)
  }
  const failure = store.failureOf(error) ?? systemFailure(error)
  // Where writes have stopped, the first failure was reported.
  if (failure !== 'busy' && failure !== 'disk-full' && !(error instanceof WritesStopped)) report(error)
  return failure ? failureProblem(failure) : new Problem('internal', 'Internal error. See the log of the service.')
}

/** A variable or file without a usable key is a missing key. */
const WITHOUT_KEY: readonly string[] = [
  'another-master-key',
  'bad-master-key',
  'bad-key-file',
  'key-file-unusable',
  'key-file-open-to-others',
]

/** A file that the system does not open may have the key: to forget secrets would lose them. */
function isWithoutKey(error: unknown): error is WardenError {
  return error instanceof WardenError && WITHOUT_KEY.includes(error.code) && systemFailure(error) === undefined
}

/** What nodes cannot say, or are not there to say, and what is said of Safes. */
const OF_NODES = [
  'no-node',
  'node-unreachable',
  'exposure-unavailable',
  'history-unavailable',
  'block-not-there',
  'not-a-safe',
  'bad-service-url',
] as const

function isOfNode(error: unknown): error is WardenError & { readonly code: (typeof OF_NODES)[number] } {
  return error instanceof WardenError && (OF_NODES as readonly string[]).includes(error.code)
}

function capitalised(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}

function sentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`
}

/** Failures of the operating system that are no faults of the program, such as a key file on a broken disk. */
const SYSTEM_FAILURES: Readonly<Record<string, StoreFailure>> = {
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  EIO: 'disk-error',
  EROFS: 'not-writable',
  EACCES: 'not-writable',
  EPERM: 'not-writable',
  EMFILE: 'out-of-resources',
  ENFILE: 'out-of-resources',
  ENOMEM: 'out-of-resources',
}

/** Also of an error's cause: `key-file-unusable` has the system's error as one. */
function systemFailure(error: unknown): StoreFailure | undefined {
  if (!(error instanceof Error)) return undefined
  const own = SYSTEM_FAILURES[systemErrorCode(error) ?? '']
  return own ?? systemFailure(error.cause)
}

/** Problem code, detail and Retry-After (s), which is absent where a person must act first. */
const PROBLEMS: Readonly<Record<StoreFailure, readonly [code: ProblemCode, detail: string, retryAfter?: number]>> = {
  busy: ['database-busy', 'The database is locked by another process. Retry.', 1],
  'disk-full': ['disk-full', "The service's disk is full; nothing was written.", 60],
  unavailable: ['database-unavailable', 'The database does not respond; nothing was written.', 2],
  'outcome-unknown': [
    'outcome-unknown',
    'The database failed during a commit: the change may or may not be stored. Retry with the same Idempotency-Key to apply it at most once.',
    1,
  ],
  'disk-error': [
    'disk-error',
    'Reading or writing the disk failed; nothing was written. The service accepts changes again when a check of the database passes.',
    5,
  ],
  'not-writable': [
    'database-not-writable',
    'A file of the service cannot be opened or written; nothing was written. Check owner, mode and mount of the database and its folder.',
    30,
  ],
  damaged: [
    'database-damaged',
    'The database is damaged; changes are refused. Stop the service, check the database, and restore a backup.',
  ],
  moved: [
    'database-moved',
    'The database or its log was deleted, renamed or replaced while in use: the change may or may not be stored. Put the file back, or restart the service.',
  ],
  'out-of-resources': ['out-of-resources', 'Too many open files, or no memory left; nothing was written.', 5],
}

export function failureProblem(failure: StoreFailure): Problem {
  const [code, detail, retryAfter] = PROBLEMS[failure]
  return new Problem(code, detail, {
    headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
  })
}
