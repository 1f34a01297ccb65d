import type { ChainEventState } from '../../api/vocabulary.ts'
import type { StoredEventState } from '../store/schema/schema.ts'

/** The names of the interface for the codes that are stored. */
export const shownStates: Readonly<Record<StoredEventState, ChainEventState>> = {
  IN: 'INCLUDED',
  GONE: 'REORGED',
  OUT: 'DROPPED',
}
