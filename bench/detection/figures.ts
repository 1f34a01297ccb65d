import { bandFloors } from '../../src/api/vocabulary.ts'

export type Level = 'WARNING' | 'UNSAFE' | 'matched' | 'NO DATA'

/** Goal of a set: the share of its cases at the level or above. */
export interface Goal {
  readonly level: Level
  readonly is: 'at least' | 'at most'
  /** 0–1. */
  readonly rate: number
}

/** One case with its outcome. */
export interface Case {
  /** For readers. */
  readonly name: string
  /** 0–100. */
  readonly score: number
  /** For feed rows: a finding names the feed. */
  readonly matched?: boolean
  /** The verdict is NO DATA. Only in sets that count it. */
  readonly isNoData?: boolean
}

export interface LabelledSet {
  readonly name: string
  readonly goals: readonly Goal[]
  readonly cases: readonly Case[]
  /** Print the names of all cases that miss a goal. */
  readonly namesMisses?: true
}

export interface Share {
  readonly count: number
  readonly rate: number
  /** 95 %, Wilson. */
  readonly interval: readonly [number, number]
}

export interface Figures {
  readonly name: string
  readonly n: number
  readonly shares: Readonly<Partial<Record<Level, Share>>>
  readonly goals: readonly (Goal & { readonly reached: boolean })[]
  /** First cases that miss a goal; all of them when the set names its misses. */
  readonly wrong: readonly Case[]
  readonly namesMisses?: true
}

const WRONG_SHOWN = 50

export function figuresOf({ name, goals, cases, namesMisses }: LabelledSet): Figures {
  const n = cases.length
  const levels: readonly Level[] = [
    ...(cases.some(({ matched }) => matched !== undefined) ? (['matched'] as const) : []),
    'WARNING',
    'UNSAFE',
    ...(cases.some(({ isNoData }) => isNoData !== undefined) ? (['NO DATA'] as const) : []),
  ]
  const countAt = (level: Level) => cases.filter((each) => isAt(each, level)).length
  const shares = Object.fromEntries(levels.map((level) => [level, shareOf(countAt(level), n)])) as Figures['shares']
  return {
    name,
    n,
    shares,
    goals: goals.map((goal) => ({ ...goal, reached: n > 0 && isReached(goal, countAt(goal.level) / n) })),
    wrong: cases
      .filter((each) => goals.some((goal) => isWrong(each, goal)))
      .slice(0, namesMisses ? cases.length : WRONG_SHOWN),
    ...(namesMisses && { namesMisses }),
  }
}

export function shareOf(count: number, n: number): Share {
  return { count, rate: n === 0 ? 0 : count / n, interval: wilson(count, n) }
}

/** Wilson's score interval at 95 % (1927): valid for rates near 0 and 1. */
export function wilson(count: number, n: number): [number, number] {
  if (n === 0) return [0, 1]
  const z = 1.959964
  const p = count / n
  const middle = p + (z * z) / (2 * n)
  const spread = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n))
  const scale = 1 + (z * z) / n
  return [Math.max(0, (middle - spread) / scale), Math.min(1, (middle + spread) / scale)]
}

export function linesOf({ name, n, shares, goals, wrong, namesMisses }: Figures): string[] {
  const parts = Object.entries(shares).map(([level, { count, rate, interval }]) => {
    const [low, high] = interval.map(percent)
    return `${level === 'WARNING' || level === 'UNSAFE' ? `≥ ${level}` : level} ${count} = ${percent(rate)} [${low}, ${high}]`
  })
  const notified = goals.map(
    ({ level, is, rate, reached }) =>
      `${level} ${is === 'at least' ? '≥' : '≤'} ${percent(rate)}: ${n === 0 ? 'no data' : reached ? 'reached' : 'MISSED'}`,
  )
  return [
    `${name}  (n ${n})`,
    `    ${parts.join('   ')}`,
    ...(notified.length > 0 ? [`    goal ${notified.join(' · ')}`] : []),
    ...(namesMisses ? wrong.map((each) => `    miss ${each.name}`) : []),
  ]
}

function isAt({ score, matched, isNoData }: Case, level: Level): boolean {
  if (level === 'NO DATA') return isNoData === true
  return level === 'matched' ? matched === true : score >= bandFloors[level]
}

function isReached({ is, rate }: Goal, measured: number): boolean {
  return is === 'at least' ? measured >= rate : measured <= rate
}

function isWrong(each: Case, { level, is }: Goal): boolean {
  return isAt(each, level) !== (is === 'at least')
}

function percent(rate: number): string {
  return `${(rate * 100).toFixed(rate > 0.99 && rate < 1 ? 2 : 1)} %`
}
