/**
 * Room: One command a file, `<noun>/<verb>.ts`. `options`, `inputs` and `steps` have what several commands take, read or do,
 * `manifest` what `diff`, `apply` and `export` do.
 *
 * A command asks for what it needs through the context; heavy code loads with `await import()`.
 */

import type { Command, Noun } from '../cli/define.ts'
import { api } from './api/api.ts'
import { apply, policyApply } from './apply.ts'
import { completion } from './completion/completion.ts'
import { diff } from './diff.ts'
import { doctor } from './doctor/doctor.ts'
import { exportCommand } from './export.ts'
import { mcp } from './mcp/mcp.ts'
import { proxy } from './proxy/proxy.ts'
import { serve } from './serve.ts'
import { validate } from './validate/validate.ts'
import { watch } from './watch/watch.ts'

/** The verbs of a noun are loaded when the command line names it. */
export const nouns: readonly Noun[] = [
  {
    name: 'tx',
    group: 'Validate',
    summary: 'Validated transactions',
    load: async () => (await import('./tx/index.ts')).commands,
    resource: async () => (await import('./tx/resource.ts')).transactions,
  },
  {
    name: 'payload',
    group: 'Validate',
    summary: 'Decode and verify signed payloads; payload nonces',
    load: async () => (await import('./payload/index.ts')).commands,
  },
  {
    name: 'safe',
    group: 'Validate',
    summary: 'Safes: what their owners sign',
    load: async () => (await import('./safe/index.ts')).commands,
    resource: async () => (await import('./safe/resource.ts')).safes,
  },
  {
    name: 'hold',
    group: 'Validate',
    summary: 'What the proxy held: approve or reject',
    load: async () => (await import('./hold/index.ts')).commands,
    resource: async () => (await import('./hold/resource.ts')).holds,
  },
  {
    name: 'control-list',
    group: 'Manage',
    aliases: ['cl'],
    summary: 'Allowed and blocked addresses',
    load: async () => (await import('./control-list/index.ts')).commands,
    resource: async () => (await import('./control-list/resource.ts')).entries,
  },
  {
    name: 'contract',
    group: 'Manage',
    summary: 'Your own contracts: what their functions hand over',
    load: async () => (await import('./contract/index.ts')).commands,
  },
  {
    name: 'name',
    group: 'Manage',
    summary: 'Names of addresses, shown beside them',
    load: async () => (await import('./name/index.ts')).commands,
    resource: async () => (await import('./name/resource.ts')).names,
  },
  {
    name: 'policy',
    group: 'Manage',
    summary: 'Who may pay how much to which address: limits, approvals',
    load: async () => {
      const [{ commands }, { policyReplay }] = await Promise.all([
        import('./policy/index.ts'),
        import('./policy-replay.ts'),
      ])
      return [...commands, policyApply, policyReplay]
    },
    resource: async () => (await import('./policy/resource.ts')).policies,
  },
  {
    name: 'monitor',
    group: 'Manage',
    summary: 'Addresses whose transactions raise alerts',
    load: async () => (await import('./monitor/index.ts')).commands,
    resource: async () => (await import('./monitor/resource.ts')).monitors,
  },
  {
    name: 'alert',
    group: 'Manage',
    summary: 'Alerts: which events notify which destinations',
    load: async () => (await import('./alert/index.ts')).commands,
    resource: async () => (await import('./alert/resource.ts')).alerts,
  },
  {
    name: 'destination',
    group: 'Manage',
    aliases: ['dest'],
    summary: 'Where alerts go: Slack, Discord, Telegram, mail, webhooks',
    load: async () => (await import('./destination/index.ts')).commands,
    resource: async () => (await import('./destination/resource.ts')).destinations,
  },
  {
    name: 'delivery',
    group: 'Manage',
    summary: 'Alert deliveries: sent, pending, failed',
    load: async () => (await import('./delivery/index.ts')).commands,
    resource: async () => (await import('./delivery/resource.ts')).deliveries,
  },
  {
    name: 'audit',
    group: 'Manage',
    summary: 'Log of changes: who changed what',
    load: async () => (await import('./audit/index.ts')).commands,
  },
  {
    name: 'intel',
    group: 'Local service',
    summary: 'Threat feeds and reference lists',
    load: async () => (await import('./intel/index.ts')).commands,
    resource: async () => (await import('./intel/resource.ts')).feeds,
  },
  {
    name: 'chain',
    group: 'Local service',
    summary: 'Nodes of chains, for evidence and simulation',
    load: async () => (await import('./chain/index.ts')).commands,
    objects: 'node',
    resource: async () => (await import('./chain/resource.ts')).nodes,
  },
  {
    name: 'keys',
    group: 'Local service',
    summary: 'API keys of the local service',
    load: async () => (await import('./keys/index.ts')).commands,
    resource: async () => (await import('./keys/resource.ts')).apiKeys,
  },
  {
    name: 'local',
    group: 'Local service',
    summary: 'The local database: status, backup, restore',
    load: async () => (await import('./local/index.ts')).commands,
  },
  {
    name: 'auth',
    group: 'Tool',
    summary: 'API keys of remote services',
    load: async () => (await import('./auth/index.ts')).commands,
  },
  {
    name: 'config',
    group: 'Tool',
    summary: 'Settings of the program and of the service',
    parts: { service: 'Settings of the service: get, set' },
    load: async () => (await import('./config/index.ts')).commands,
    resource: async () => (await import('./config/resource.ts')).settingNames,
  },
  {
    name: 'profile',
    group: 'Tool',
    summary: 'Profiles: local and remote services, and the one in use',
    load: async () => (await import('./profile/index.ts')).commands,
    resource: async () => (await import('./profile/resource.ts')).profiles,
  },
]

/** Commands of one word. */
export const commands: readonly Command[] = [
  validate,
  watch,
  mcp,
  exportCommand,
  diff,
  apply,
  doctor,
  proxy,
  serve,
  api,
  completion,
]
