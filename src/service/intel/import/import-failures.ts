import { WardenError } from '../../../shared/errors.ts'
import { quoteWord } from '../../../shared/quote-word.ts'
import type { Tally } from './tally.ts'

const STILL_IN_FORCE = 'Nothing was imported; what was there before is still in force.'

/** The database under a running import was reset or replaced. */
export function lostImport(): WardenError {
  return new WardenError({
    kind: 'refused',
    code: 'import-lost',
    message: 'the database was reset or replaced while the import ran; nothing was imported',
    try: 'txwarden intel sources',
  })
}

export function misreadFeed(tally: Tally): WardenError {
  return new WardenError({
    kind: 'refused',
    code: 'not-this-format',
    message: `this is not what the format says: ${countText(tally.malformed)} of ${countText(tally.read)} rows are malformed`,
    details: [...reasons(tally), STILL_IN_FORCE],
    try: 'txwarden intel import --help',
  })
}

export function emptyFeed(tally: Tally): WardenError {
  const rows =
    tally.read === 0
      ? 'there is nothing in it that belongs to this format'
      : `none of its ${countText(tally.read)} rows could be kept`
  return new WardenError({
    kind: 'refused',
    code: 'empty-feed',
    message: `${rows}; import it with --force if that is right`,
    details: [...reasons(tally), STILL_IN_FORCE],
  })
}

export function shrunkFeed(tally: Tally, before: number): WardenError {
  const percent = Math.floor((1 - tally.kept / before) * 100)
  return new WardenError({
    kind: 'refused',
    code: 'shrunk-feed',
    message: `${countText(tally.kept)} rows could be kept, ${percent} % fewer than the ${countText(before)} before; import it with --force if that is right`,
    details: [...reasons(tally), STILL_IN_FORCE],
  })
}

export function otherFormat(source: string, held: string, given: string): WardenError {
  return new WardenError({
    kind: 'refused',
    code: 'other-format',
    message: `the source ${source} holds ${held}, not ${given}`,
    details: ['Name another with --source, or remove this one first.'],
    try: `txwarden intel remove ${quoteWord(source)}`,
  })
}

export function unknownSource(name: string): WardenError {
  return new WardenError({
    kind: 'not-found',
    code: 'not-found',
    message: `there is no source ${JSON.stringify(name)}`,
    try: 'txwarden intel sources',
  })
}

export function interrupted(): WardenError {
  return new WardenError({
    kind: 'interrupted',
    code: 'interrupted',
    message: 'interrupted; nothing was imported',
    details: ['What was written so far goes away with the next import.'],
  })
}

function reasons(tally: Tally): string[] {
  return tally.rejections
    .slice(0, 5)
    .map(({ why, count, examples }) => `${countText(count)} × ${why}, such as ${examples[0] ?? ''}`)
}

/** "1,234,567", wherever the reader lives. */
export function countText(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
}
