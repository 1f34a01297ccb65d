import { type Command, oldSpelling } from '../../cli/define.ts'
import { serviceGet } from './get.ts'
import { serviceSet } from './set.ts'

export const serviceCommands: readonly Command[] = [serviceGet, serviceSet]

/** Under the former noun. */
export const commands: readonly Command[] = [
  oldSpelling(serviceGet, 'settings get'),
  oldSpelling(serviceSet, 'settings set'),
]
