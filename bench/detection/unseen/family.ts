import { z } from 'zod'
import { addressOf } from '../adversarial/encode.ts'
import type { Row } from '../adversarial/row.ts'
import { bytes, dataOf, facts, factsOf, names, readCases } from '../cases/read.ts'
import { hexOf, kinds, type Names } from '../cases/values.ts'

/** Attacks and honest cases of one kind. A pair has one id on both sides. */
export interface Sides<T> {
  readonly attacks: readonly T[]
  readonly honest: readonly T[]
}

export interface Family extends Sides<Row> {
  readonly name: string
}

/** The id says the side; a `pair` is written once, with `GAINER` for who gains. */
export const sides = z.object({
  pair: z.string().optional(),
  attack: z.string().optional(),
  honest: z.string().optional(),
  what: z.string(),
  source: z.string(),
  from: z.string().optional(),
  /** Gainer of the honest twin. Default: the sender. */
  own: z.string().optional(),
})

const theCase = z.strictObject({
  ...facts,
  ...sides.shape,
  ...bytes,
  to: z.string(),
  /** Call data of the honest twin where more than the gainer differs: other `args`, or another call. */
  twin: z.strictObject(bytes).optional(),
  /** What only the honest twin has. */
  'of-twin': z.strictObject(facts).optional(),
})
const file = z.strictObject({ name: z.string(), names, cases: z.array(theCase) })

export function readFamily(from: URL): Family {
  const { name, names, cases } = readCases(from, file)
  return { name, ...sidesOf(cases, names, 'unseen set', rowOf) }
}

/** What one side of a case needs. */
export interface Wanted {
  readonly id: string
  readonly what: string
  /** The honest side of a pair. */
  readonly isTwin: boolean
  readonly names: Names
}

/** `set` names the third party that gains. */
export function sidesOf<C extends z.infer<typeof sides>, T>(
  cases: readonly C[],
  names: Names,
  set: string,
  make: (of: C, wanted: Wanted) => T,
): Sides<T> {
  const attacks: T[] = []
  const honest: T[] = []
  for (const of of cases) {
    const { pair, what, own, from } = of
    const id = pair ?? of.attack ?? of.honest
    if (id === undefined) throw new Error(`No pair, attack or honest case: ${what}`)
    if (pair) {
      const gained = `A third party gets ${what}.`
      const third = { ...names, GAINER: addressOf(`${set}, ${pair}`) }
      attacks.push(make(of, { id, what: gained, isTwin: false, names: third }))
      const self = { ...names, GAINER: hexOf(own ?? from ?? 'SIGNER', names) }
      honest.push(make(of, { id, what, isTwin: true, names: self }))
    } else (of.attack ? attacks : honest).push(make(of, { id, what, isTwin: false, names }))
  }
  return { attacks, honest }
}

function rowOf(of: z.infer<typeof theCase>, { id, what, isTwin, names }: Wanted): Row {
  const { source, to, twin, 'of-twin': ofTwin } = of
  const isWhole = twin && ['data', ...kinds].some((key) => key in twin)
  const data = dataOf(isTwin && twin ? (isWhole ? twin : { ...of, ...twin }) : of, names)
  return {
    id,
    what: isTwin ? `The honest twin: ${twin ? 'no third party' : 'the signer'} gets ${what}.` : what,
    source,
    to: hexOf(to, names),
    ...(data && { data }),
    ...factsOf(of, names),
    ...(isTwin && ofTwin && factsOf(ofTwin, names)),
  }
}
