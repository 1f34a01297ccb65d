import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

/** Writes of a process to files and stdout, in order. */
export type DiskOperation =
  | { readonly kind: 'open'; readonly path: string; readonly creates: boolean; readonly truncates: boolean }
  /** `at` is undefined for a write at the file's position. */
  | { readonly kind: 'write'; readonly path: string; readonly bytes: Buffer; readonly at: number | undefined }
  | { readonly kind: 'truncate'; readonly path: string; readonly size: number }
  | { readonly kind: 'sync'; readonly path: string }
  | { readonly kind: 'unlink'; readonly path: string }
  | { readonly kind: 'rename' | 'link'; readonly path: string; readonly to: string }
  | { readonly kind: 'said'; readonly text: string }

/** All calls of node:sqlite and node:fs that change files, and the writes to stdout. */
const CALLS = [
  'openat',
  'write',
  'pwrite64',
  'writev',
  'pwritev',
  'fsync',
  'fdatasync',
  'ftruncate',
  'fallocate',
  'unlink',
  'unlinkat',
  'rename',
  'renameat2',
  'link',
  'linkat',
]

/** The strace arguments whose log `readOperations` reads; -y names the file of each descriptor. */
export function straceArguments(log: string): string[] {
  return ['-f', '--seccomp-bpf', '-y', '-xx', '-s', '200000', '-o', log, '-e', `trace=${CALLS.join(',')}`]
}

const STRINGS = /"((?:\\x[0-9a-f]{2})*)"/g
const WRITTEN = /^\d+<[^>]*>, "((?:\\x[0-9a-f]{2})*)"(\.\.\.)?, \d+(?:, (\d+))?$/
const ENTRY = /^(\d+) +(?:(\w+)\((.*)|<\.\.\. (\w+) resumed>(.*))$/
const UNFINISHED = ' <unfinished ...>'

/**
 * Reads the operations on files in `folder` and on stdout from a log of `straceArguments`. Skips failed calls and the WAL
 * index, which is mapped memory and rebuilt after a crash.
 */
export async function readOperations(log: string, folder: string): Promise<DiskOperation[]> {
  const operations: DiskOperation[] = []
  const unfinished = new Map<string, string>()
  for await (const line of createInterface({ input: createReadStream(log, 'latin1'), crlfDelay: Infinity })) {
    const [, thread = '', name, rest = '', resumed, ending = ''] = ENTRY.exec(line) ?? []
    if (name !== undefined && rest.endsWith(UNFINISHED)) {
      unfinished.set(thread, rest.slice(0, -UNFINISHED.length))
      continue
    }
    const call = name ?? resumed
    if (call === undefined) continue
    const text = resumed === undefined ? rest : `${unfinished.get(thread) ?? ''}${ending}`
    const [, given = '', result = '-1'] = /^(.*)\) += (-?\d+)/.exec(text) ?? []
    if (result.startsWith('-')) continue
    const operation = operationOf(call, given, Number(result))
    if (operation.kind === 'said' || (operation.path.startsWith(`${folder}/`) && !operation.path.endsWith('-shm')))
      operations.push(known(operation, call))
  }
  return operations
}

type Unknown = { readonly kind: 'unknown'; readonly path: string }

function operationOf(call: string, given: string, result: number): DiskOperation | Unknown {
  switch (call) {
    case 'openat': {
      const [path = ''] = stringsOf(given)
      return { kind: 'open', path, creates: given.includes('O_CREAT'), truncates: given.includes('O_TRUNC') }
    }
    case 'write':
    case 'pwrite64': {
      const [, text = '', cut, position] = WRITTEN.exec(given) ?? []
      const path = fileOf(given)
      const bytes = bytesOf(text).subarray(0, result)
      if (given.startsWith('1<')) return { kind: 'said', text: bytes.toString('utf8') }
      // Reports truncated data: a partial write would look like a bug of the program.
      if (cut !== undefined || bytes.length !== result) return { kind: 'unknown', path }
      return { kind: 'write', path, bytes, at: position === undefined ? undefined : Number(position) }
    }
    case 'fsync':
    case 'fdatasync':
      return { kind: 'sync', path: fileOf(given) }
    case 'ftruncate':
      return { kind: 'truncate', path: fileOf(given), size: Number(/, (\d+)$/.exec(given)?.[1]) }
    case 'unlink':
    case 'unlinkat': {
      const [path = ''] = stringsOf(given)
      return { kind: 'unlink', path }
    }
    case 'rename':
    case 'renameat2':
    case 'link':
    case 'linkat': {
      const [path = '', to = ''] = stringsOf(given)
      return { kind: call.startsWith('link') ? 'link' : 'rename', path, to }
    }
    default:
      return { kind: 'unknown', path: fileOf(given) }
  }
}

function known(operation: DiskOperation | Unknown, call: string): DiskOperation {
  if (operation.kind === 'unknown') throw new Error(`cannot replay ${call} on ${operation.path}`)
  return operation
}

/** The file of the call's first descriptor. */
function fileOf(given: string): string {
  return bytesOf(/^\d+<([^>]*)>/.exec(given)?.[1] ?? '').toString('utf8')
}

function stringsOf(given: string): string[] {
  return Array.from(given.matchAll(STRINGS), ([, text = '']) => bytesOf(text).toString('utf8'))
}

function bytesOf(escaped: string): Buffer {
  return Buffer.from(escaped.replaceAll('\\x', ''), 'hex')
}
