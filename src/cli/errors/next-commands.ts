import { commandFor } from '../../api/text/commands.ts'
import type { WardenError } from '../../shared/errors.ts'
import { quoteWord } from '../../shared/text/quote-word.ts'

type Parameters = WardenError['parameters']
type Advice = (parameters: Parameters) => string | undefined

const showDatabase = () => 'txwarden local status'
const showPath = () => 'txwarden local path'
const showConfiguration = () => 'txwarden config explain'
const explainImport = () => 'txwarden intel import --help'
const listNodes = () => 'txwarden chain list'
const listFeeds = () => 'txwarden intel sources'
const backUp = () => 'txwarden local backup <file>'
/** The file is the last good backup, where one is known. */
const restore: Advice = ({ file }) => `txwarden local restore ${wordOf(file)}`
const ofChain =
  (command: (chain: string) => string): Advice =>
  ({ chain }) =>
    command(wordOf(chain, '<chain>'))

/** Errors that have one code in several tasks say in `task` which it was. */
const byTask: Readonly<Record<string, Advice>> = {
  migrate: () => 'txwarden local migrate --to postgres://<user>@<host>/<database>',
  connect: showConfiguration,
  restore,
  send: () => 'txwarden delivery send',
  'decode-payload': () => 'txwarden payload decode --help',
}

/** These run against a service on another machine, too. */
const anywhere: Readonly<Record<string, Advice>> = {
  'quota-exceeded': ({ thing = '' }) => own(quotas, thing)?.({}),
  'chain-known': () => 'txwarden chain list --all',
  'chain-in-use': () => 'txwarden chain list',
  'safe-exists': () => 'txwarden safe update --help',
}

const quotas: Readonly<Record<string, Advice>> = {
  alert: () => 'txwarden alert list',
  destination: () => 'txwarden destination list',
  contract: () => 'txwarden contract list',
  name: () => 'txwarden name list --source operator',
  safe: () => 'txwarden safe list',
  policy: () => 'txwarden policy list',
  hold: () => 'txwarden hold list --state held',
}

const lists: Readonly<Record<string, Advice>> = { node: listNodes, feed: listFeeds, key: () => 'txwarden keys list' }

/** By the code of the error. These run beside the database: what they need, no service on another machine offers. */
const byCode: Readonly<Record<string, Advice>> = {
  'already-served': () => 'txwarden serve --database <another file>',
  'altered-rows': restore,
  'another-master-key': ({ key }) => {
    if (key === 'hidden') return 'unset TXWARDEN_MASTER_KEY'
    return key === 'unreadable' ? showDatabase() : FORGET_LOST_SECRETS
  },
  'backup-of-another-key': ({ file }) => `txwarden local restore ${wordOf(file)} --without-secrets`,
  'backup-over-own-file': backUp,
  'bad-allowance': ({ instead }) => `txwarden serve --allow-destination ${wordOf(instead)}`,
  'bad-source-name': explainImport,
  'cannot-listen': ({ command, port, metrics }) => {
    const program = `txwarden ${wordOf(command, 'serve')}`
    if (metrics !== undefined) return `${program} --metrics ${wordOf(metrics)}`
    return port === undefined ? program : `${program} --port ${wordOf(port)}`
  },
  'configured-by-environment': listNodes,
  'damaged-database': restore,
  'database-damaged': commandFor.diagnose,
  'database-moved': showDatabase,
  'enclosed-key-broken': showDatabase,
  'file-exists': ({ file }) => `txwarden local backup ${wordOf(file)} --yes`,
  'foreign-database': showPath,
  'goes-back': ofChain(commandFor['show-chain']),
  'import-lost': listFeeds,
  'lost-writes': restore,
  'newer-database': () => 'txwarden --version',
  'no-database': showDatabase,
  'no-folder': ({ folder, file }) => `mkdir -p ${wordOf(folder)} && txwarden local backup ${wordOf(file)}`,
  'no-master-key': showDatabase,
  'no-node': ({ chain, isPaused }) => {
    if (chain === undefined) return 'txwarden chain add --help'
    return commandFor[isPaused === undefined ? 'add-node' : 'resume'](wordOf(chain))
  },
  'no-such-block': ofChain(commandFor['test-nodes']),
  'no-url': explainImport,
  'node-exists': listNodes,
  'node-unreachable': ({ chain }) => (chain === undefined ? undefined : commandFor['show-chain'](wordOf(chain))),
  'no-safe-with-service': () => 'txwarden safe add --help',
  'not-a-database': restore,
  'not-followed': ofChain(commandFor.follow),
  'not-found': ({ what = '' }) => own(lists, what)?.({}),
  'not-sealed': showDatabase,
  'not-this-format': fittingImport,
  'empty-feed': ({ format, ...rest }) => (format === undefined ? undefined : fittingImport({ format, ...rest })),
  'other-format': ({ source }) => `txwarden intel remove ${wordOf(source)}`,
  'passphrase-needed': ({ file }) => `txwarden local restore ${wordOf(file)} --passphrase-file <file>`,
  'payload-slot-missing': () => 'txwarden payload verify --help',
  'restore-from-itself': restore,
  'seal-broken': showDatabase,
  served: showDatabase,
  'signer-key-invalid': showDatabase,
  'storage-limit': () => 'txwarden local prune --help',
  'tip-moved': ofChain(commandFor['show-chain']),
  'unpublished-build': () =>
    'txwarden export > <file>  # with that build; then with this one: TXWARDEN_DATABASE=<new file> txwarden apply --file <file>',
  'unusable-database': showPath,
  'weak-passphrase': () => 'txwarden local backup <file> --with-key',
  'wrong-chain': ({ chain = '--help' }) => `txwarden chain add ${quoteWord(chain)}`,
  'wrong-passphrase': restore,
}

function fittingImport({ format, file }: Parameters): string {
  return format === undefined ? explainImport() : `txwarden intel import --format ${wordOf(format)} ${wordOf(file)}`
}

/**
 * The command that helps after an error of the service, which itself knows only the code and its parameters.
 * @param isRemote whether a service on another machine answered
 */
export function nextCommand({ code, parameters }: WardenError, isRemote = false): string | undefined {
  const local = isRemote ? undefined : (own(byTask, parameters.task ?? '') ?? own(byCode, code))
  return (own(anywhere, code) ?? local)?.(parameters)
}

/** A code or task comes from outside: it never names what objects inherit. */
function own(table: Readonly<Record<string, Advice>>, name: string): Advice | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

/** @param placeholder where the value is not known */
function wordOf(value: string | undefined, placeholder = '<file>'): string {
  return value === undefined ? placeholder : quoteWord(value)
}

/** The command that remains when the master key of stored secrets is lost. */
const FORGET_LOST_SECRETS = 'txwarden local rekey --without-secrets'
