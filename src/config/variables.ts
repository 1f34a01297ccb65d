import { chains, NODE_VARIABLE, nodeVariableOf } from '../api/chains.ts'
import { lazily } from '../shared/lazily.ts'
import { nearest } from '../shared/text/did-you-mean.ts'
import { settings } from './settings.ts'

/** An environment variable of this program. */
export interface Variable {
  readonly name: string
  readonly description: string
}

/** Those that are no settings of a profile. */
const others: readonly Variable[] = [
  { name: 'TXWARDEN_HOME', description: 'Folder of configuration, state and local database' },
  { name: 'TXWARDEN_PROFILE', description: 'Profile to use' },
  {
    name: 'TXWARDEN_MASTER_KEY',
    description: 'Key that encrypts stored secrets; default: the key file beside the database',
  },
  {
    name: 'TXWARDEN_UPSTREAM',
    description: 'URL of the node behind `proxy`, or several as chain=URL with blanks between',
  },
  {
    name: 'TXWARDEN_SAFE_EVENTS_SECRET',
    description: 'Secret of a service that sends events of Safes to `serve`, at least 32 characters',
  },
  { name: 'TXWARDEN_SMTP_URL', description: 'SMTP server for alerts by e-mail: smtp:// or smtps://' },
  { name: 'TXWARDEN_SMTP_FROM', description: 'Sender address of e-mail; default: the user of the SMTP URL' },
  { name: 'TXWARDEN_TELEGRAM_URL', description: 'Self-hosted Bot API server of Telegram' },
  {
    name: 'TXWARDEN_EXPLORER_URL',
    description: 'Block explorers that messages link to: such as ethereum=https://eth.blockscout.com',
  },
  { name: 'TXWARDEN_PAGER', description: 'Shows lists that are longer than the terminal; empty or cat: nothing does' },
]

const families: readonly (Variable & { readonly pattern: RegExp })[] = [
  {
    name: 'TXWARDEN_CHAIN_<NAME>_URL',
    pattern: NODE_VARIABLE,
    description: 'Nodes of a chain for one process; several URLs are separated by blanks',
  },
  {
    name: 'TXWARDEN_SECRET_<NAME>',
    pattern: /^TXWARDEN_SECRET_/,
    description: 'Secrets that manifests refer to',
  },
]

/** Every variable that starts with TXWARDEN_, settings first. */
export function ownVariables(): readonly Variable[] {
  const ofSettings = settings.flatMap(({ env, description }) => (env === undefined ? [] : [{ name: env, description }]))
  return [...ofSettings, ...others, ...families.map(({ name, description }) => ({ name, description }))]
}

/** Variables that the tests of this program read, and the action that installs it in a pipeline. */
const OTHERS_READ = /^TXWARDEN_(?:ACTION|TEST)_/

/** So many edits are a slip. */
const SLIP = 2

const known = lazily(() => [
  ...ownVariables().map(({ name }) => name),
  ...chains.map(({ name }) => nodeVariableOf(name)),
])

/** The names that nothing reads: those that start with TXWARDEN_, and those that are a slip for a variable, in any case. */
function unknownVariables(names: readonly string[]): string[] {
  const isRead = (name: string) =>
    known().includes(name) || OTHERS_READ.test(name) || families.some(({ pattern }) => pattern.test(name))
  // WARDEN_HOME may be of another program.
  const isSlip = (name: string) => /^t/i.test(name) && meantBy(name) !== undefined
  return names.filter((name) => (name.startsWith('TXWARDEN_') ? !isRead(name) : isSlip(name)))
}

function meantBy(name: string): string | undefined {
  return nearest(name, known(), SLIP)
}

export interface OddVariable {
  readonly name: string
  /** Why a command must not go on with it; undefined: it only has no effect. */
  readonly fault: string | undefined
}

/** Variables without an effect: one that is misspelt would have another service decide, or none of its limits hold. */
export function oddVariables(env: Readonly<Record<string, string | undefined>>): OddVariable[] {
  return unknownVariables(Object.keys(env)).map((name) => {
    const meant = meantBy(name)
    return { name, fault: meant === undefined ? undefined : `no variable has this name, which is nearly ${meant}` }
  })
}
