import type { Noun } from '../define.ts'

/** Commands for first words that people try. */
export const synonyms: Readonly<Record<string, readonly string[]>> = {
  validate: ['check', 'scan', 'inspect', 'simulate', 'verify', 'analyze', 'analyse', 'test', 'preview'],
  'control-list add <address> --type block': ['block', 'deny', 'ban', 'blacklist', 'blocklist', 'denylist'],
  'control-list add <address> --type allow': ['allow', 'trust', 'whitelist', 'allowlist', 'permit'],
  'proxy -- <command>': ['send', 'sign', 'broadcast', 'submit', 'exec', 'run'],
  'tx list': ['history', 'transactions', 'transaction', 'list', 'ls'],
  'tx show': ['explain', 'why'],
  'tx decode': ['decode', 'calldata'],
  'monitor add <address>': ['track', 'subscribe', 'address', 'wallet'],
  'alert create': ['notify', 'notification', 'notifications'],
  'destination create': ['slack', 'discord', 'telegram', 'webhook', 'channel', 'email'],
  'chain add': ['node', 'nodes', 'rpc', 'network'],
  'keys create': ['key', 'apikey', 'api-key', 'token'],
  'auth login': ['login', 'signin'],
  'auth logout': ['logout', 'signout'],
  'intel import': ['import', 'feed', 'feeds'],
  'hold approve': ['approve'],
  'hold reject': ['reject'],
  serve: ['server', 'start', 'daemon', 'listen', 'service'],
  'local status': ['status', 'info', 'db', 'database'],
  'local backup': ['backup'],
  'local restore': ['restore'],
  'local migrate': ['migrate'],
  'config set': ['set'],
  'audit list': ['log', 'logs'],
}

/** Verbs of nouns, for verbs that people try; of several that a noun has, the first. */
const verbs: readonly (readonly [meant: readonly string[], typed: readonly string[]])[] = [
  [
    ['update', 'set'],
    ['edit', 'change', 'modify', 'rename', 'set'],
  ],
  [
    ['create', 'add', 'import'],
    ['new', 'make', 'insert', 'register', 'generate'],
  ],
  [
    ['delete', 'remove', 'revoke'],
    ['del', 'destroy', 'drop', 'unset', 'erase'],
  ],
  [
    ['show', 'get'],
    ['view', 'info', 'describe', 'inspect', 'details', 'print'],
  ],
  [
    ['enable', 'resume'],
    ['activate', 'on', 'start', 'unmute', 'unpause'],
  ],
  [['silence'], ['mute', 'snooze']],
  [
    ['disable', 'pause'],
    ['deactivate', 'off', 'stop', 'mute', 'suspend', 'pause'],
  ],
  [
    ['test', 'replay'],
    ['test', 'try', 'simulate', 'fire', 'preview'],
  ],
  [
    ['lint', 'check', 'status'],
    ['check', 'validate', 'verify', 'health'],
  ],
  [
    ['retry', 'send'],
    ['resend', 'redeliver', 'flush', 'repeat'],
  ],
  [['list'], ['all', 'find', 'search', 'query']],
]

/** The verb of a noun that an unknown one means, of those that it has. */
export function meantVerb(typed: string, known: readonly string[]): string | undefined {
  return verbs
    .flatMap(([meant, words]) => (words.includes(typed.toLowerCase()) ? meant : []))
    .find((verb) => known.includes(verb))
}

/** The command that an unknown first word means; undefined: none is known. */
export function meantCommand(typed: readonly string[], nouns: readonly Noun[]): string | undefined {
  const [word = '', next = ''] = typed.map((each) => each.toLowerCase())
  // `list alerts` for `alert list`.
  const noun = nouns.find(({ name, aliases = [] }) =>
    [name, ...aliases].some((each) => [each, `${each}s`].includes(next)),
  )
  if (noun) return `${noun.name} ${word}`
  return Object.keys(synonyms).find((command) => synonyms[command]?.includes(word))
}
