import type { Command, Noun } from '../cli/define.ts'
import { api } from './api/api.ts'
import { apply } from './apply.ts'
import { completion } from './completion/completion.ts'
import { diff } from './diff.ts'
import { doctor } from './doctor/doctor.ts'
import { exportCommand } from './export.ts'
import { openapi } from './openapi.ts'
import { serve } from './serve.ts'
import { validate } from './validate/validate.ts'
import { versionCommand } from './version.ts'
import { watch } from './watch/watch.ts'

/** The verbs of a noun are loaded when a line names it. */
export const nouns: readonly Noun[] = [
  {
    name: 'tx',
    group: 'Judge',
    summary: 'Validated transactions',
    load: async () => (await import('./tx/index.ts')).commands,
  },
  {
    name: 'payload',
    group: 'Judge',
    summary: 'Signed payloads: what is in one, and whether it is good',
    load: async () => (await import('./payload/index.ts')).commands,
  },
  {
    name: 'control-list',
    group: 'Look after',
    aliases: ['cl'],
    summary: 'Addresses that are allowed or blocked',
    load: async () => (await import('./control-list/index.ts')).commands,
  },
  {
    name: 'monitor',
    group: 'Look after',
    summary: 'Addresses whose transactions raise alerts',
    load: async () => (await import('./monitor/index.ts')).commands,
  },
  {
    name: 'alert',
    group: 'Look after',
    summary: 'What people are told about',
    load: async () => (await import('./alert/index.ts')).commands,
  },
  {
    name: 'destination',
    group: 'Look after',
    aliases: ['dest'],
    summary: 'Where alerts go: Slack, Discord, Telegram, mail, webhooks',
    load: async () => (await import('./destination/index.ts')).commands,
  },
  {
    name: 'delivery',
    group: 'Look after',
    summary: 'What alerts told to whom, and what waits to be sent',
    load: async () => (await import('./delivery/index.ts')).commands,
  },
  {
    name: 'intel',
    group: 'The service on this machine',
    summary: 'Threat feeds and reference lists',
    load: async () => (await import('./intel/index.ts')).commands,
  },
  {
    name: 'keys',
    group: 'The service on this machine',
    summary: 'API keys of the local service',
    load: async () => (await import('./keys/index.ts')).commands,
  },
  {
    name: 'local',
    group: 'The service on this machine',
    summary: 'The local database: status, backup, restore',
    load: async () => (await import('./local/index.ts')).commands,
  },
  {
    name: 'settings',
    group: 'The service on this machine',
    summary: 'How the service judges and signs',
    load: async () => (await import('./settings/index.ts')).commands,
  },
  {
    name: 'audit',
    group: 'The service on this machine',
    summary: 'Who changed what',
    load: async () => (await import('./audit/index.ts')).commands,
  },
  {
    name: 'auth',
    group: 'This program',
    summary: 'API keys of remote services',
    load: async () => (await import('./auth/index.ts')).commands,
  },
  {
    name: 'config',
    group: 'This program',
    summary: 'Settings of the program',
    load: async () => (await import('./config/index.ts')).commands,
  },
  {
    name: 'profile',
    group: 'This program',
    summary: 'Services, local and remote, and which one is in use',
    load: async () => (await import('./profile/index.ts')).commands,
  },
]

/** Commands of one word. */
export const commands: readonly Command[] = [
  validate,
  watch,
  exportCommand,
  diff,
  apply,
  doctor,
  serve,
  api,
  openapi,
  completion,
  versionCommand,
]
