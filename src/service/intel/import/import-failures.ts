import { grouped } from '../../../api/text/amounts.ts'
import { interrupted, notFound, refusal, unavailable, type WardenError } from '../../../shared/errors.ts'
import { notThisFormat, STILL_IN_FORCE } from '../formats/reading/whole-text.ts'
import type { ImportTally } from './tally.ts'

export function lostImport(): WardenError {
  return refusal('import-lost', 'the database was reset or replaced during the import; nothing was imported')
}

export function misreadFeed(tally: ImportTally): WardenError {
  return notThisFormat(`${grouped(tally.malformed)} of ${grouped(tally.read)} rows are malformed`, reasons(tally))
}

export function emptyFeed(tally: ImportTally): WardenError {
  return refusal(
    'empty-feed',
    tally.read === 0 ? 'the feed has no rows of this format' : `all ${grouped(tally.read)} rows were rejected`,
    { details: [...reasons(tally), STILL_IN_FORCE, 'Use --force if an empty snapshot is correct.'] },
  )
}

export function shrunkFeed(tally: ImportTally, before: number): WardenError {
  const percent = Math.floor((1 - tally.kept / before) * 100)
  return refusal(
    'shrunk-feed',
    `the feed has ${grouped(tally.kept)} usable rows, ${percent} % fewer than the previous ${grouped(before)}`,
    { details: [...reasons(tally), STILL_IN_FORCE, 'Use --force if the smaller snapshot is correct.'] },
  )
}

export function endlessFeed(most: number): WardenError {
  return tooLarge(`the feed has more than ${grouped(most)} rows`)
}

export function largeFeed(most: number, what = 'the feed'): WardenError {
  return tooLarge(`${what} is larger than ${Math.floor(most / 1024 / 1024)} MiB`)
}

function tooLarge(message: string): WardenError {
  return refusal('feed-too-large', message, {
    details: [STILL_IN_FORCE, 'Download the feed with another tool and import the file.'],
  })
}

export function slowFeed(ms: number): WardenError {
  return unavailable('feed-timeout', `the feed sent no row in ${ms / 1000} s`, { details: [STILL_IN_FORCE] })
}

function lateFeed(): WardenError {
  return unavailable('feed-timeout', 'the fetch took too long', { details: [STILL_IN_FORCE] })
}

export function olderFeed(before: string, given: string): WardenError {
  return refusal(
    'older-feed',
    `the feed was changed last at ${given}, which is older than the previous snapshot, of ${before}`,
    { details: [STILL_IN_FORCE, 'Use --force if the older snapshot is correct.'] },
  )
}

export function otherFormat(source: string, held: string, given: string): WardenError {
  return refusal('other-format', `the source ${source} has the format ${held}, not ${given}`, {
    details: ['Choose another name with --source, or remove this source first.'],
    parameters: { source },
  })
}

export function unknownSource(name: string): WardenError {
  return notFound('not-found', `there is no source ${JSON.stringify(name)}`, { parameters: { what: 'feed' } })
}

/** What an error means once the signal was aborted: by a caller, or by a limit of time. */
export function endedBy(signal: AbortSignal | undefined, error: unknown): unknown {
  if (!signal?.aborted) return error
  if (signal.reason instanceof Error && signal.reason.name === 'TimeoutError') return lateFeed()
  return interrupted(undefined, 'interrupted; nothing was imported', {
    details: ['The next import deletes the rows written so far.'],
  })
}

function reasons(tally: ImportTally): string[] {
  return tally.rejections
    .slice(0, 5)
    .map(({ why, count, examples }) => `${grouped(count)} × ${why}, for example ${examples[0] ?? ''}`)
}
