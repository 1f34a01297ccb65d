import type { Command, Noun } from '../cli/define.ts'
import { alertCreate } from './alert/create.ts'
import { alertDelete } from './alert/delete.ts'
import { alertDisable } from './alert/disable.ts'
import { alertEnable } from './alert/enable.ts'
import { alertGet } from './alert/get.ts'
import { alertList } from './alert/list.ts'
import { alertUpdate } from './alert/update.ts'
import { controlListAdd } from './control-list/add.ts'
import { controlListList } from './control-list/list.ts'
import { controlListRemove } from './control-list/remove.ts'
import { controlListUpdate } from './control-list/update.ts'
import { destinationCreate } from './destination/create.ts'
import { destinationDelete } from './destination/delete.ts'
import { destinationGet } from './destination/get.ts'
import { destinationList } from './destination/list.ts'
import { destinationTest } from './destination/test.ts'
import { destinationUpdate } from './destination/update.ts'
import { txUpdate } from './tx/update.ts'
import { validate } from './validate/validate.ts'
import { versionCommand } from './version.ts'

export const nouns: readonly Noun[] = [
  { name: 'tx', group: 'Judge', summary: 'Validated transactions' },
  { name: 'control-list', group: 'Look after', aliases: ['cl'], summary: 'Addresses that are allowed or blocked' },
  { name: 'alert', group: 'Look after', summary: 'What people are told about' },
  {
    name: 'destination',
    group: 'Look after',
    aliases: ['dest'],
    summary: 'Where alerts go: Slack, Discord, Telegram, mail, webhooks',
  },
]

export const commands: readonly Command[] = [
  validate,
  txUpdate,
  controlListList,
  controlListAdd,
  controlListUpdate,
  controlListRemove,
  alertList,
  alertGet,
  alertCreate,
  alertUpdate,
  alertEnable,
  alertDisable,
  alertDelete,
  destinationList,
  destinationGet,
  destinationCreate,
  destinationUpdate,
  destinationDelete,
  destinationTest,
  versionCommand,
]
