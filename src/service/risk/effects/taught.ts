import type { EffectRow } from './effect.ts'

/** A function of one contract, as a file describes it. */
export interface TaughtFunction extends Omit<EffectRow, 'effects'> {
  /** Absent: only its name and arguments are known. */
  readonly effects?: EffectRow['effects']
}

/** What a file says about a function of a contract, with how far it counts. */
export interface Taught extends TaughtFunction {
  /** A public descriptor says so: its effects may add, but the call counts as not read. */
  readonly isWitness?: true
}

/** Functions of contracts that files describe. @param to lower case */
export type TaughtFunctions = (to: string, selector: string) => Taught | undefined
