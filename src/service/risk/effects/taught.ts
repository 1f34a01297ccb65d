import type { EffectRow, Path } from './effect.ts'

/** A function of one contract, as a file describes it. */
export interface TaughtFunction extends Omit<EffectRow, 'effects'> {
  /** Absent: only its name and arguments are known. */
  readonly effects?: EffectRow['effects']
  /** What a public descriptor demands of the arguments. */
  readonly requires?: readonly Requirement[]
}

/** The value at a path must be one of these. */
export interface Requirement {
  readonly at: Path
  readonly oneOf: readonly string[]
}

/** What a file says about a function of a contract, with how far it counts. */
export interface Taught extends TaughtFunction {
  /**
   * The description is of another address. code: the called contract runs the described code, so that its functions do the same ·
   * implementation: it says that it runs it, which its own code may not do. Neither makes the called contract known. Absent: the
   * description is of the called contract.
   */
  readonly isOf?: 'code' | 'implementation'
}

/** Functions of contracts that files describe. @param to lower case */
export type TaughtFunctions = (to: string, selector: string) => Taught | undefined

/** What a public descriptor says about a message, which stays of an unknown type. */
export interface TaughtMessage {
  readonly effects: EffectRow['effects']
  /** Its labels with values, as one text. */
  readonly fields: string
}
