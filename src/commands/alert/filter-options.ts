import { bandWords } from '../../api/verdict.ts'
import { categories, MAX_CONFIRMATIONS, monitorEventKinds, subCategoryNames } from '../../api/vocabulary.ts'
import type { Context } from '../../cli/context/context.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { chainIdsOf, checkWords } from '../../cli/input/check-values.ts'
import {
  allClearable,
  type Cleared,
  choices,
  flag,
  integer,
  list,
  type OptionValues,
  openChoices,
  parsed,
} from '../../cli/options.ts'

export const outcomeWords = ['passed', 'blocked'] as const
const onWords = [...bandWords, 'blocked'] as const

const score = { min: 0, max: 100 }
const loss = { min: 0 }

/** The conditions of an alert. All given ones must hold; in a list, any value matches. */
export const filterOptions = {
  on: choices(
    onWords,
    'fire on these verdicts; safe includes no-data, unsafe what is blocked by its score; blocked alone is --when blocked',
  ),
  when: choices(outcomeWords, 'fire when passed or when blocked'),
  fromScore: integer('0-100', 'lowest combined score', score),
  toScore: integer('0-100', 'highest combined score', score),
  fromLoss: integer('usd', 'lowest total loss, whole USD', loss),
  toLoss: integer('usd', 'highest total loss, whole USD', loss),
  category: openChoices(categories, 'only findings of these categories'),
  subCategory: openChoices(subCategoryNames, 'only findings of these sub-categories'),
  chain: list('chain', 'only on these chains, by id or name'),
  kinds: choices(monitorEventKinds, `MONITOR: only these kinds of events: ${monitorEventKinds.join(', ')}`),
  minUsd: integer('usd', 'MONITOR: lowest value that moves, whole USD; an unknown value matches', loss),
  confirmations: parsed(
    'n',
    'MONITOR: send after so many confirmations, or when finalized; default: at once',
    readConfirmations,
  ),
  rescreen: flag('also notify once when lists that changed make stored verdicts worse'),
}

function readConfirmations(flagName: string, given: string): number | 'finalized' {
  if (given.toLowerCase() === 'finalized') return 'finalized'
  if (/^\d+$/.test(given) && Number(given) <= MAX_CONFIRMATIONS) return Number(given)
  throw usageError(
    `${flagName}: ${JSON.stringify(given)} is neither a number of blocks from 0 to ${MAX_CONFIRMATIONS} nor finalized`,
  )
}

/** `blocked` is no verdict of the interface but an enforcement, a condition beside the verdicts: all conditions must hold. */
function verdictFlags({ on, when }: Pick<FilterChanges, 'on' | 'when'>): {
  readonly on: FilterFlags['on']
  readonly when: FilterFlags['when']
} {
  const bands = on?.filter((word) => word !== 'blocked')
  if (!on || !bands || bands.length === on.length) return { on: on === null ? null : bands, when }
  if (bands.length === 0 && (when == null || when.every((word) => word === 'blocked')))
    return { on: null, when: ['blocked'] }
  throw usageError('--on blocked stands alone: it is --when blocked, and every condition must hold', {
    details: ['--on unsafe includes what is blocked by its score.'],
  })
}

/** The same for an update, where `none` clears. */
export const filterChanges = {
  ...allClearable(filterOptions),
  rescreen: flag('no message when lists change; --rescreen: one for each rescreen', { negatable: true }),
}

type FilterChanges = OptionValues<typeof filterChanges>

/**
 * The filter flags: undefined is not given, null or an empty list is no constraint. Losses are in whole USD, chains are ids. `rescreen`:
 * lists that change are notified, too.
 */
export interface FilterFlags extends Partial<Omit<FilterChanges, 'on' | 'rescreen'>> {
  readonly on?: readonly (typeof bandWords)[number][] | Cleared | undefined
  readonly rescreen?: boolean | Cleared | undefined
}

export const filterMembers = Object.keys(filterChanges) as readonly (keyof FilterFlags)[]

/** The flags with chain ids. Refuses values that the service does not know. */
export async function checkedFilterFlags(context: Context, flags: FilterChanges): Promise<FilterFlags> {
  await checkWords(context, '--category', categories, flags.category ?? [])
  await checkWords(context, '--sub-category', subCategoryNames, flags.subCategory ?? [])
  const chain = flags.chain && { chain: await chainIdsOf(context, flags.chain) }
  return { ...flags, ...verdictFlags(flags), ...chain }
}
