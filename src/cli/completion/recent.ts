import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolder } from '../../shared/make-folder.ts'
import type { Candidate } from './candidates.ts'

/** How long (ms) an answer serves: whoever presses the key three times asks once. */
const FRESH_MS = 60_000

interface Kept {
  /** Of what answered: an address, to which a flag can send a profile, or a database as it was then. */
  readonly mark: string
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly candidates: readonly Candidate[]
}

/** What a file remembers of a kind of thing; undefined when it is too old, another's, or no such file. */
export function readRecent(path: string, kind: string, mark: string, now: number): readonly Candidate[] | undefined {
  const kept = readAll(path)[kind]
  if (!kept || kept.mark !== mark || now - kept.at > FRESH_MS || kept.at > now) return undefined
  return kept.candidates.filter((each) => typeof each.value === 'string' && typeof each.description === 'string')
}

/** Replaced as a whole: of two processes one wins, and none leaves half a file. Names and ids only. */
export function keepRecent(path: string, kind: string, kept: Kept): void {
  makeFolder(dirname(path))
  const beside = `${path}.${process.pid}`
  writeFileSync(beside, JSON.stringify({ ...readAll(path), [kind]: kept }), { mode: 0o600 })
  renameSync(beside, path)
}

function readAll(path: string): Readonly<Record<string, Kept | undefined>> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, Kept>
  } catch {
    // Missing or broken: it is asked anew and written over.
    return {}
  }
}
