/** Room: Who gains by a function, as data: parser, checker and look-up of the rows in `data/effects`. */

import type { Written } from './file-schema.ts'

/** A value that the schema of the files describes, as the program passes it on. */
type Read<T> = T extends object ? { readonly [Member in keyof T]: Read<Exclude<T[Member], undefined>> } : T

/**
 * What a function does, as data: who gains which right over what, and where money goes from now on. `data/effects` has a row
 * for each, with the documentation that it was read from; `file-schema.ts` describes its members.
 */
export interface EffectRow extends Read<Omit<Written['row'], 'source' | 'code' | 'id'>> {
  readonly calls?: readonly InnerCallData[]
  readonly standard?: Read<Written['standard']>
  /**
   * Names in the labels of the contracts that a row without effects comes from: elsewhere it is only a name. Absent: it comes from a
   * standard, or the baseline knows no contract of the protocol.
   */
  readonly of?: readonly string[]
}

export type Effect = Read<Written['effect']>
export type EffectOf<Kind extends Effect['kind']> = Extract<Effect, { readonly kind: Kind }>
export type ExchangeEffect = EffectOf<'exchange'>
export type ReliesEffect = EffectOf<'relies'>
export type AssetAt = Read<Written['asset']>
export type ChainAt = Read<Written['chainAt']>
export type Says = Read<Written['says']>
export type CallOperation = Written['operation']
export type Payable = NonNullable<EffectRow['payable']>
/** A place in a call, in the words of `file-schema.ts`. */
export type Path = string

/** Arguments that are a call, or a list of calls. */
export interface InnerCallData extends Read<Written['calls']> {
  /** Of a descriptor: 0x and eight digits, where the data has only the arguments. */
  readonly selector?: string
}
