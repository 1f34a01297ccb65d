import type { EffectRow, Path } from './effect.ts'

/** A function of one contract, as a file describes it. */
export interface TaughtFunction extends Omit<EffectRow, 'effects'> {
  /** Absent: only its name and arguments are known. */
  readonly effects?: EffectRow['effects']
  /** Call data of other contracts in its arguments, as a public descriptor says. */
  readonly calls?: readonly InnerData[]
  /** What a public descriptor demands of the arguments. */
  readonly requires?: readonly Requirement[]
}

/** Arguments that are a call. `@value` is what the outer call carries. */
export interface InnerData {
  readonly data: Path
  /** Absent: the called contract is not known. */
  readonly to?: Path
  readonly value?: Path
  /** Default: the called contract. */
  readonly actor?: Path
  /** 0x and eight digits, where the data has only the arguments. */
  readonly selector?: string
}

/** The value at a path must be one of these. */
export interface Requirement {
  readonly at: Path
  readonly oneOf: readonly string[]
}

/** What a file says about a function of a contract, with how far it counts. */
export interface Taught extends TaughtFunction {
  /** A public descriptor says so: its effects may add, but the call counts as not read. */
  readonly isWitness?: true
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
