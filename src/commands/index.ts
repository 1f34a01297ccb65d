import type { Command, Noun } from '../cli/define.ts'
import { controlListAdd } from './control-list/add.ts'
import { controlListList } from './control-list/list.ts'
import { controlListRemove } from './control-list/remove.ts'
import { controlListUpdate } from './control-list/update.ts'
import { txUpdate } from './tx/update.ts'
import { validate } from './validate/validate.ts'

export const nouns: readonly Noun[] = [
  { name: 'tx', summary: 'Validated transactions' },
  { name: 'control-list', aliases: ['cl'], summary: 'Addresses that are allowed or blocked' },
]

export const commands: readonly Command[] = [
  validate,
  txUpdate,
  controlListList,
  controlListAdd,
  controlListUpdate,
  controlListRemove,
]
