import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { testAddresses } from '../src/service/intel/baseline-records.ts'
import { isRecord } from '../src/shared/json/json.ts'
import { withSafe } from './service/chain/nodes/scripted-safe.ts'
import { answerOf, fakeChain } from './support/chain/fake-chain.ts'
import { type Cli, makeCli } from './support/cli.ts'
import { endingCommands, startInOwnFolder } from './support/every-command.ts'
import { argvOf } from './support/examples.ts'
import { startFaultProxy } from './support/fault-proxy.ts'
import { serviceRow, startSafeService } from './support/safe-service.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const columnsFile = resolve('scripts/columns.json')
const examples = resolve('examples')
const SENDER = '0x7E57E185F01f2900F3b969962D790bD76275007A'

/** What they print is another program's: a body of the interface, a file, a script. */
const otherDocuments = ['api', 'export', 'completion']

const commands = endingCommands.filter(({ name }) => !otherDocuments.includes(name))

/** One thing with lists inside, which is no list. */
const records = [
  'validate',
  'tx show',
  'tx decode',
  'payload verify',
  'delivery show',
  'contract show',
  'contract add',
  'contract remove',
  'contract test',
  'contract learn',
  'contract export',
  'name add',
  'policy show',
  'policy draft',
  'policy test',
  'policy explain',
  'policy release',
  'policy remove',
  'local status',
  'safe show',
  'hold show',
  'hold wait',
  'hold approve',
  'hold reject',
]

/** Lines of commands whose examples name what is not here. */
const lines: Readonly<Record<string, readonly (readonly string[])[]>> = {
  apply: [['-f', 'manifest.yaml', '--prune']],
  'policy test': [['--file', 'examples/transfer-to-known.json']],
  'contract show': [[SENDER, '--chain', 'base']],
  'chain undefine': [['their-rollup', '--yes']],
  'config get': [['retries']],
  'profile delete': [['prod']],
}

/** They print a file to be edited. */
const drafts = ['contract learn', 'contract export', 'policy draft']

/** They need a file of another program, a public feed, a chain that is followed, a reservation, another database, or wait for a person. */
const notRun = [
  'tx history sync',
  'safe check',
  'hold wait',
  'contract import',
  'policy release',
  'monitor exposure',
  'intel disable',
  'intel graph import',
  'chain add',
  'chain skip',
  'auth login',
]

// Commands write files where they are started.
startInOwnFolder(() => {
  cpSync(examples, 'examples', { recursive: true })
  writeFileSync(
    'payouts.csv',
    `from,to,value_wei\n${SENDER},${testAddresses.drainer},1\n${SENDER},${testAddresses.benign},1\n`,
  )
  writeFileSync('addresses.csv', `address,type\n${SENDER},ALLOW\n`)
  writeFileSync('wallets.csv', `address,chain\n${testAddresses.benign},ethereum\n`)
})

/** Of the home that was furnished last. */
let payload = ''

/** A home with something in every list. */
async function furnished(): Promise<Cli> {
  const cli = makeCli()
  const done = async (...argv: string[]) => {
    const { code, stdout, stderr } = await cli(argv, { env: { TXWARDEN_DELIVERY_WAIT: '0' } })
    expect(code === 0 || argv[0] === 'validate', stderr).toBe(true)
    return stdout
  }
  await done('local', 'seed')
  const webhook = ['--channel', 'webhook', '--webhook-url', 'https://hooks.example.com/in']
  const { id } = JSON.parse(await done('destination', 'create', '--name', 'ops', ...webhook, '--json'))
  await done('alert', 'create', '--name', 'all', '--type', 'sonar', '--destination', id)
  await done('monitor', 'add', SENDER, '--chain', 'ethereum', '--name', 'treasury')
  const queue = await startSafeService()
  queue.transactions = [serviceRow({ safe: SENDER }, { nonce: 7n })]
  await done('safe', 'add', SENDER, '--chain', 'ethereum', '--name', 'treasury', '--service', queue.url)
  await done('contract', 'add', SENDER, '--chain', 'base', '--effects', 'examples/contracts/vault.effects.yaml')
  await done('name', 'add', SENDER, 'hot wallet')
  const payment = ['--chain', 'ethereum', '--from', SENDER, '--to', testAddresses.drainer, '--json']
  const { svcTxId } = JSON.parse(await done('validate', ...payment))
  const held = { digest: `0x${'11'.repeat(32)}`, kind: 'transaction', method: 'eth_sendTransaction', chainId: '1' }
  writeFileSync('held.json', JSON.stringify({ ...held, svcTxIds: [svcTxId], selfApprove: true }))
  await done('api', 'POST', '/ext/v1/holds', '--body', 'held.json')
  // It denies what is validated before.
  await done('policy', 'apply', 'examples/policies/payout-desk.yaml', '--yes')
  const signed = await done('validate', '--file', 'examples/transfer-to-known.json', '--sign', '--json')
  payload = (JSON.parse(signed) as { payload: string }).payload
  const chain = fakeChain({ head: 100 })
  const node = await startFaultProxy(
    // Without events: what searches them is in `notRun`.
    withSafe((call) => (call.method === 'eth_getLogs' ? { result: undefined } : answerOf(chain, call)), {
      address: SENDER,
      owners: [SENDER],
      threshold: 1,
    }),
  )
  onTestFinished(() => node.close())
  writeFileSync('node.txt', node.url)
  await done('chain', 'add', 'ethereum', '--url-file', 'node.txt')
  await done('chain', 'define', '777002', '--name', 'their-rollup', '--currency', 'BAR')
  await done('export', 'control-list', '--out', 'manifest.yaml')
  await done('control-list', 'add', SENDER, '--type', 'allow')
  await done('keys', 'create', '--kind', 'validation')
  const feed = join(cli.home, 'feed.csv')
  writeFileSync(feed, `address,kind\n${testAddresses.drainer},malicious\n`)
  await done('intel', 'import', '--format', 'addresses', '--source', 'ours', feed)
  await done('profile', 'create', 'prod', '--base-url', 'https://warden.example.org/')
  await done('config', 'set', 'retries', '3')
  return cli
}

interface Printed {
  readonly line: string
  readonly stdout: string
}

/** What each example of a command prints in a format; each command has the same home. */
async function printed(format: readonly string[], isEnough: (texts: readonly Printed[]) => boolean) {
  const cli = await furnished()
  const beginning = join(temporaryFolder(), 'home')
  cpSync(cli.home, beginning, { recursive: true })
  const found = new Map<string, Printed[]>()
  for (const { name, examples: given } of commands) {
    rmSync(cli.home, { recursive: true })
    cpSync(beginning, cli.home, { recursive: true })
    const { stdout: things } = await cli(['__complete', ...name.split(' '), ''])
    const thing = things.split(/[\t\n]/)[0] || 'filled-in'
    const texts: Printed[] = []
    const fill = (word: string) => {
      if (word.includes('address')) return SENDER
      if (word === 'hash') return `0x${'ab'.repeat(32)}`
      if (word === 'n') return '7'
      if (word === 'hex') return name.startsWith('payload') ? payload : '0x00'
      return thing
    }
    const own = given.map(({ command }) => argvOf(command, fill))
    for (const all of [...(lines[name] ?? []).map((words) => [...name.split(' '), ...words]), ...own]) {
      const argv = all.filter((word, at) => !['--json', '-o'].includes(word) && all[at - 1] !== '-o')
      const line = argv.join(' ')
      const { code, stdout } = await cli([...argv, ...format, '--yes', '--no-input'], {
        signal: AbortSignal.timeout(10_000),
      })
      if (stdout !== '' && code !== 2) texts.push({ line, stdout })
      if (isEnough(texts)) break
    }
    found.set(name, texts)
  }
  return found
}

/** Members that hold several things. */
function listsOf(body: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(body).filter((name) => Array.isArray(body[name]) && (body[name] as unknown[]).some(isRecord))
}

/** Where a score, or whether something passed, is without a verdict in front of it. */
function withoutVerdict(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item, at) => withoutVerdict(item, `${path}[${at}]`))
  if (!isRecord(value)) return []
  // Below a verdict everything is part of what it is about.
  if (Object.keys(value)[0] === 'verdict') return []
  if (typeof value.combinedScore === 'number' || 'verdict' in value || typeof value.valid === 'boolean') return [path]
  return Object.entries(value).flatMap(([name, member]) => withoutVerdict(member, `${path}.${name}`))
}

test('every list is in content, and every verdict comes first', async () => {
  const silent: string[] = []
  const wrong: string[] = []
  for (const [name, texts] of await printed(['--json'], () => false)) {
    if (texts.length === 0) silent.push(name)
    for (const { line, stdout } of texts) {
      const body: unknown = JSON.parse(stdout)
      if (Array.isArray(body)) wrong.push(`${line}: a bare list`)
      if (!isRecord(body)) continue
      const lists = records.includes(name) ? [] : listsOf(body)
      if (Object.keys(body)[0] !== 'content') wrong.push(...lists.map((list) => `${line}: ${list} is not content`))
      const doubled = lists.filter((list) => list !== 'content' && isDeepStrictEqual(body[list], body.content))
      wrong.push(...doubled.map((list) => `${line}: ${list} is content once more`))
      wrong.push(...withoutVerdict(body, '').map((path) => `${line}: ${path} does not begin with a verdict`))
    }
  }
  expect(wrong).toEqual([])
  expect(silent).toEqual(notRun)
})

test('the columns of piped output are those of the reference', async () => {
  const columns: Record<string, string[]> = {}
  for (const [name, [first]] of await printed(['-o', 'csv'], (texts) => texts.length > 0)) {
    const [header = ''] = first?.stdout.split('\n') ?? []
    if (header !== '' && !drafts.includes(name)) columns[name] = header.split(',')
  }
  if (process.env.UPDATE_DOCS) writeFileSync(columnsFile, `${JSON.stringify(columns, undefined, 2)}\n`)
  expect(JSON.parse(readFileSync(columnsFile, 'utf8'))).toEqual(columns)
})
