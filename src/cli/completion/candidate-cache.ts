import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolder } from '../../shared/files/make-folder.ts'
import { writeWhole } from '../../shared/files/whole-file.ts'
import type { CompletionCandidate } from './candidates.ts'

/** How long cached candidates are used. */
const FRESH_MS = 60_000

interface CachedCandidates {
  /** Identifies the service: its addresses, or the state of the database file. */
  readonly source: string
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly candidates: readonly CompletionCandidate[]
}

/** The cached candidates of a kind; undefined if there are none, too old ones, or those of another service. */
export function readCached(
  path: string,
  kind: string,
  source: string,
  now: number,
): readonly CompletionCandidate[] | undefined {
  const cached = readAll(path)[kind]
  if (!cached || cached.source !== source || now - cached.at > FRESH_MS || cached.at > now) return undefined
  return cached.candidates.filter((each) => typeof each.value === 'string' && typeof each.description === 'string')
}

/** Replaces the file as a whole: of concurrent writers the last wins. It has only names and ids. */
export function writeCached(path: string, kind: string, cached: CachedCandidates): void {
  makeFolder(dirname(path))
  writeWhole(path, JSON.stringify({ ...readAll(path), [kind]: cached }), { replace: true, isDurable: false })
}

function readAll(path: string): Readonly<Record<string, CachedCandidates | undefined>> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, CachedCandidates>
  } catch {
    // A missing or invalid file is replaced.
    return {}
  }
}
