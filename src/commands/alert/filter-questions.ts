import { chainName } from '../../api/text/chains.ts'
import { bandWords } from '../../api/verdict.ts'
import {
  type AlertType,
  categories,
  MAX_CONFIRMATIONS,
  monitorEventKinds,
  type SubCategory,
  subCategories,
  subCategoryNames,
} from '../../api/vocabulary.ts'
import type { Context } from '../../cli/context/context.ts'
import { askChains } from '../../cli/prompts/ask-fields.ts'
import type { Choice, Prompter } from '../../cli/prompts/prompts.ts'
import { refuseMonitorFlags } from './filter.ts'
import { type FilterFlags, outcomeWords } from './filter-options.ts'

interface FilterQuestions {
  readonly type: AlertType
  /** Values that need no prompt. */
  readonly given: FilterFlags
  /** The defaults. */
  readonly initial: FilterFlags
}

/** Optional conditions: prompted for only when selected, so that a common alert takes few answers. */
const clauses = {
  score: { name: 'score', members: ['fromScore', 'toScore'] },
  loss: { name: 'total loss', members: ['fromLoss', 'toLoss'] },
  category: { name: 'category', members: ['category'] },
  subCategory: { name: 'sub-category', members: ['subCategory'] },
  chain: { name: 'chain', members: ['chain'] },
  kinds: { name: 'kind of event', members: ['kinds'] },
  minUsd: { name: 'value that moves', members: ['minUsd'] },
  confirmations: { name: 'confirmations', members: ['confirmations'] },
  rescreen: { name: 'lists that change', members: ['rescreen'] },
} as const satisfies Record<string, { name: string; members: readonly (keyof FilterFlags)[] }>

type ClauseName = keyof typeof clauses
const clauseNames = Object.keys(clauses) as ClauseName[]
const monitorClauses: readonly ClauseName[] = ['kinds', 'minUsd', 'confirmations']

export async function askFilter(context: Context, { type, given, initial }: FilterQuestions): Promise<FilterFlags> {
  const prompt = await context.prompt()
  refuseMonitorFlags(type, given)
  const on = given.on ?? (await pick(prompt, 'Verdicts', bandWords.map(choiceOf), initial.on, 'all'))
  const when =
    given.when ?? (await pick(prompt, 'When the service', outcomeWords.map(enforcementChoice), initial.when, 'both'))
  const open = clauseNames.filter((name) => clauses[name].members.every((member) => given[member] === undefined))
  const offered = open.filter((name) => type === 'MONITOR' || !monitorClauses.includes(name))
  const wanted =
    offered.length === 0
      ? []
      : await prompt.checkbox({
          message: 'More conditions',
          none: 'no more',
          choices: offered.map((name) => ({ value: name, name: clauses[name].name })),
          initial: offered.filter((name) => clauses[name].members.some((member) => isSet(initial[member]))),
        })
  let filter: FilterFlags = { ...cleared(open.filter((name) => !wanted.includes(name))), ...given, on, when }
  for (const name of wanted) filter = { ...filter, ...(await askClause(context, name, filter, initial)) }
  return filter
}

async function askClause(
  context: Context,
  name: ClauseName,
  chosen: FilterFlags,
  initial: FilterFlags,
): Promise<FilterFlags> {
  const prompt = await context.prompt()
  switch (name) {
    case 'score':
      return askScores(prompt, initial)
    case 'loss':
      return askLosses(prompt, initial)
    case 'category':
      return { category: await pick(prompt, 'Categories', categories.map(choiceOf), initial.category) }
    case 'subCategory':
      return { subCategory: await pick(prompt, 'Sub-categories', subCategoriesOf(chosen), initial.subCategory) }
    case 'chain':
      return { chain: await askChains(context, { none: 'every chain', initial: initial.chain?.map(chainName) ?? [] }) }
    case 'kinds':
      return { kinds: await pick(prompt, 'Kinds of events', monitorEventKinds.map(choiceOf), initial.kinds) }
    case 'minUsd':
      return { minUsd: await askNumber(prompt, 'Lowest value that moves, whole USD', { initial: initial.minUsd }) }
    case 'confirmations':
      return { confirmations: await askConfirmations(prompt, initial.confirmations) }
    case 'rescreen':
      return { rescreen: true }
  }
}

async function askScores(prompt: Prompter, initial: FilterFlags): Promise<FilterFlags> {
  const fromScore = await askNumber(prompt, 'Lowest score, 0 to 100', { initial: initial.fromScore, max: 100 })
  const toScore = await askNumber(prompt, 'Highest score, 0 to 100', {
    initial: initial.toScore,
    min: fromScore,
    max: 100,
  })
  return { fromScore, toScore }
}

async function askLosses(prompt: Prompter, initial: FilterFlags): Promise<FilterFlags> {
  const fromLoss = await askNumber(prompt, 'Lowest total loss, whole USD', { initial: initial.fromLoss })
  const toLoss = await askNumber(prompt, 'Highest total loss, whole USD', { initial: initial.toLoss, min: fromLoss })
  return { fromLoss, toLoss }
}

async function askConfirmations(
  prompt: Prompter,
  initial: FilterFlags['confirmations'],
): Promise<FilterFlags['confirmations']> {
  const answer = await prompt.input({
    message: 'Confirmations: a number of blocks, finalized, or none',
    initial: String(initial ?? 'none'),
    validate: (text) =>
      /^(none|finalized)$/i.test(text) ||
      (/^\d+$/.test(text) && Number(text) <= MAX_CONFIRMATIONS) ||
      `A whole number from 0 to ${MAX_CONFIRMATIONS}, finalized or none`,
  })
  if (/^none$/i.test(answer)) return null
  return /^finalized$/i.test(answer) ? 'finalized' : Number(answer)
}

/** A whole number, or null for `none`: no limit. */
async function askNumber(
  prompt: Prompter,
  message: string,
  range: { initial?: number | null | undefined; min?: number | null; max?: number },
): Promise<number | null> {
  const min = range.min ?? 0
  const max = range.max ?? Number.MAX_SAFE_INTEGER
  const initial = range.initial === undefined || range.initial === null ? 'none' : String(range.initial)
  const answer = await prompt.input({
    message: initial === 'none' ? message : `${message} (none: no limit)`,
    initial: initial === 'none' ? 'no limit' : initial,
    validate: (text) => {
      if (NO_LIMIT.test(text)) return true
      const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
      if (value >= min && value <= max) return true
      return range.max === undefined
        ? `A whole number from ${min}, or none`
        : `A whole number from ${min} to ${max}, or none`
    },
  })
  return NO_LIMIT.test(answer) ? null : Number(answer)
}

const NO_LIMIT = /^(?:none|no limit)$/i

/** One finding must match category and sub-category, so others could never match. */
function subCategoriesOf({ category }: FilterFlags): Choice<SubCategory>[] {
  const wanted = category ?? []
  return subCategoryNames
    .filter((name) => wanted.length === 0 || wanted.includes(subCategories[name].category))
    .map((name) => ({ value: name, name, description: subCategories[name].description }))
}

/** Asks which values to choose. It offers unknown stored values as well, because an update would lose them otherwise. */
function pick<T extends string>(
  prompt: Prompter,
  message: string,
  known: readonly Choice<T>[],
  initial: readonly T[] | null | undefined,
  none = 'all',
): Promise<T[]> {
  const stored = initial ?? []
  const others = stored.filter((value) => !known.some((choice) => choice.value === value))
  return prompt.checkbox({ message, choices: [...known, ...others.map(choiceOf)], initial: stored, none })
}

const enforcements = {
  passed: 'lets it pass',
  blocked: 'blocks it: the verdict BLOCKED',
} as const satisfies Record<(typeof outcomeWords)[number], string>

function enforcementChoice(word: (typeof outcomeWords)[number]): Choice<typeof word> {
  return { value: word, name: word, description: enforcements[word] }
}

function choiceOf<T extends string>(word: T): Choice<T> {
  return { value: word, name: word }
}

function cleared(names: readonly ClauseName[]): FilterFlags {
  return Object.fromEntries(names.flatMap((name) => clauses[name].members.map((member) => [member, null])))
}

function isSet(value: FilterFlags[keyof FilterFlags]): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined
}
