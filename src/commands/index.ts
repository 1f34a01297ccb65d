import type { Command, Noun } from '../cli/define.ts'
import { alertCreate } from './alert/create.ts'
import { alertDelete } from './alert/delete.ts'
import { alertDisable } from './alert/disable.ts'
import { alertEnable } from './alert/enable.ts'
import { alertGet } from './alert/get.ts'
import { alertList } from './alert/list.ts'
import { alertUpdate } from './alert/update.ts'
import { api } from './api/api.ts'
import { auditList } from './audit/list.ts'
import { authLogin } from './auth/login.ts'
import { authLogout } from './auth/logout.ts'
import { authStatus } from './auth/status.ts'
import { configExplain } from './config/explain.ts'
import { configGet } from './config/get.ts'
import { configList } from './config/list.ts'
import { configPath } from './config/path.ts'
import { configSet } from './config/set.ts'
import { configUnset } from './config/unset.ts'
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
import { keysCreate } from './keys/create.ts'
import { keysList } from './keys/list.ts'
import { keysRevoke } from './keys/revoke.ts'
import { localBackup } from './local/backup.ts'
import { localPath } from './local/path.ts'
import { localReset } from './local/reset.ts'
import { localRestore } from './local/restore.ts'
import { localStatus } from './local/status.ts'
import { monitorAdd } from './monitor/add.ts'
import { monitorList } from './monitor/list.ts'
import { monitorRemove } from './monitor/remove.ts'
import { monitorUpdate } from './monitor/update.ts'
import { openapi } from './openapi.ts'
import { profileCreate } from './profile/create.ts'
import { profileDelete } from './profile/delete.ts'
import { profileList } from './profile/list.ts'
import { profileUse } from './profile/use.ts'
import { serve } from './serve.ts'
import { settingsGet } from './settings/get.ts'
import { settingsSet } from './settings/set.ts'
import { txUpdate } from './tx/update.ts'
import { validate } from './validate/validate.ts'
import { versionCommand } from './version.ts'

export const nouns: readonly Noun[] = [
  { name: 'tx', group: 'Judge', summary: 'Validated transactions' },
  { name: 'control-list', group: 'Look after', aliases: ['cl'], summary: 'Addresses that are allowed or blocked' },
  { name: 'monitor', group: 'Look after', summary: 'Addresses whose transactions raise alerts' },
  { name: 'alert', group: 'Look after', summary: 'What people are told about' },
  {
    name: 'destination',
    group: 'Look after',
    aliases: ['dest'],
    summary: 'Where alerts go: Slack, Discord, Telegram, mail, webhooks',
  },
  { name: 'keys', group: 'The service on this machine', summary: 'API keys of the local service' },
  { name: 'local', group: 'The service on this machine', summary: 'The local database: status, backup, restore' },
  { name: 'settings', group: 'The service on this machine', summary: 'How the service judges and signs' },
  { name: 'audit', group: 'The service on this machine', summary: 'Who changed what' },
  { name: 'auth', group: 'This program', summary: 'API keys of remote services' },
  { name: 'config', group: 'This program', summary: 'Settings of the program' },
  { name: 'profile', group: 'This program', summary: 'Services, local and remote, and which one is in use' },
]

export const commands: readonly Command[] = [
  validate,
  txUpdate,
  controlListList,
  controlListAdd,
  controlListUpdate,
  controlListRemove,
  monitorList,
  monitorAdd,
  monitorUpdate,
  monitorRemove,
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
  keysCreate,
  keysList,
  keysRevoke,
  serve,
  localStatus,
  localPath,
  localBackup,
  localRestore,
  localReset,
  settingsGet,
  settingsSet,
  auditList,
  authLogin,
  authStatus,
  authLogout,
  configExplain,
  configList,
  configGet,
  configSet,
  configUnset,
  configPath,
  profileList,
  profileCreate,
  profileUse,
  profileDelete,
  api,
  openapi,
  versionCommand,
]
