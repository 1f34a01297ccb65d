import { z } from 'zod'
import type { Row } from '../adversarial/row.ts'
import { names, readCases, readRow, rows } from '../cases/read.ts'

/** A transaction of the month; `history` is what was reported before it. */
export interface MonthRow extends Row {
  readonly kind: string
}

const file = z.strictObject({ names, kinds: z.array(z.strictObject({ kind: z.string(), ...rows })) })
const { names: shared, kinds } = readCases(new URL('month.yaml', import.meta.url), file)

/** The 200 transactions of a treasury in an ordinary month, frozen with the other sets. */
export const month: readonly MonthRow[] = kinds.flatMap(({ kind, each, rows }) =>
  rows.map((row, index) => {
    const words = { id: `${kind}-${index}`, what: `Ordinary: ${kind}.`, source: 'an ordinary month' }
    return { kind, ...readRow({ ...words, ...each, ...row }, shared) }
  }),
)
