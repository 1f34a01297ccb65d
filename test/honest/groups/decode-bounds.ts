import type { HonestGroup } from '../honest-case.ts'

/** Large batches, deep wrappers and shared offsets that applications really send. */
export const decodeBounds: HonestGroup = {
  name: 'decode-bounds',
  cases: [],
}
