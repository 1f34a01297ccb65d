import { addressOf } from '../adversarial/encode.ts'
import { type Row, SIGNER } from '../adversarial/row.ts'

/** Attacks and honest calls of one kind of protocol. A pair has one id on both sides. */
export interface Family {
  readonly name: string
  readonly attacks: readonly Row[]
  readonly honest: readonly Row[]
}

type Rest = Omit<Row, 'id' | 'what' | 'source' | 'to' | 'data'>

interface Side {
  readonly isAttack: boolean
  readonly row: Row
}

interface PairRest extends Rest {
  /** Gainer of the honest twin. Default: the signer. */
  readonly own?: string
  /** Call data of the honest twin where more than the gainer differs. */
  readonly twin?: string
  /** What only the honest twin has. */
  readonly ofTwin?: Partial<Rest>
}

/** The same function twice: a third party gains, and the signer or an own account gains. */
export function pair(
  id: string,
  source: string,
  to: string,
  data: (gainer: string) => string,
  what: string,
  { own, twin, ofTwin, ...rest }: PairRest = {},
): Side[] {
  const honest = twin ?? data(own ?? rest.from ?? SIGNER)
  return [
    ...attack(id, source, to, data(addressOf(`unseen set, ${id}`)), `A third party gets ${what}.`, rest),
    ...fair(id, source, to, honest, `The honest twin: ${twin ? 'no third party' : 'the signer'} gets ${what}.`, {
      ...rest,
      ...ofTwin,
    }),
  ]
}

export function attack(id: string, source: string, to: string, data: string, what: string, rest: Rest = {}): Side[] {
  return [{ isAttack: true, row: { id, what, source, to, data, ...rest } }]
}

export function fair(id: string, source: string, to: string, data: string, what: string, rest: Rest = {}): Side[] {
  return [{ isAttack: false, row: { id, what, source, to, data, ...rest } }]
}

export function family(name: string, sides: readonly (readonly Side[])[]): Family {
  const all = sides.flat()
  const rows = (isAttack: boolean) => all.filter((side) => side.isAttack === isAttack).map(({ row }) => row)
  return { name, attacks: rows(true), honest: rows(false) }
}
