import type { AlertType } from '../../api/vocabulary.ts'
import type { FilterFlags } from './filter.ts'

/** An alert as it is asked for. */
export interface AlertDraft {
  readonly name: string
  readonly type: AlertType
  /** Ids; undefined: not given. */
  readonly destination: readonly string[] | undefined
  readonly filter: FilterFlags
}

/** A draft after questions, and what its destinations are called. */
export interface AskedAlert extends AlertDraft {
  readonly destinationNames: ReadonlyMap<string, string>
}
