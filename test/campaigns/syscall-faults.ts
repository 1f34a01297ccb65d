import { spawnSync } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openService } from '../../src/service/index.ts'
import { COMMAND } from '../support/built-program.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { address, BLOCKED, blockAddress, createAlert, createDestination } from './support/arrange.ts'
import { attach, type CallFault, runWithFault } from './support/call-faults.ts'
import { campaignArguments, Report, randomFrom } from './support/campaign.ts'
import { type Answer, createKeys, environment, ServeProcess } from './support/serve-process.ts'

/**
 * Makes system calls fail: tsx test/campaigns/syscall-faults.ts [count] [seed] [--short]. Of ten cases, eight are faults of
 * a running `serve` under load, one of a command, one of the start of `serve`. Only cases in which a call failed count.
 * Every acknowledged change is looked for after a kill. Does not build: `npm run build` first.
 */
const { count, seed, isShort } = campaignArguments({ usual: 2000, short: 20 })
const CLIENTS = 4
/** Requests of each client during a fault. */
const REQUESTS = 3
/** Cases of one process before it is killed and everything is looked for. */
const CASES_A_LIFE = isShort ? 10 : 40

/** Calls that change files or open them, as often as they are to fail. */
const SERVED = [
  'fsync',
  'fsync',
  'fsync',
  'pwrite64',
  'pwrite64',
  'pwrite64',
  'pread64',
  'openat',
  'ftruncate',
  'rename',
]
const STARTED = ['fsync', 'pwrite64', 'pread64', 'openat', 'openat', 'ftruncate', 'unlink', 'rename', 'link', 'write']
const ERRORS = ['EIO', 'ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EMFILE', 'EINTR']
/** Statuses without Retry-After: a person must act first. */
const FOR_OPERATORS = ['database-moved', 'database-damaged']

interface Case {
  readonly scene: 'serve' | 'command' | 'start'
  readonly fault: CallFault
  readonly results: string[]
  readonly faults: string[]
}

/** Commands and what must hold after each, whether it succeeded or not. */
const COMMANDS: readonly (() => {
  readonly argv: readonly string[]
  readonly paths?: readonly string[]
  check?(code: number | null, stdout: string): string | undefined
})[] = [
  () => ({
    argv: ['control-list', 'add', address(0xc0000000 + ++number), '--type', 'block', '--json'],
    check(code, stdout) {
      if (code === 0) for (const entry of entriesIn(stdout)) acknowledged.control_list_entries.add(entry)
      return undefined
    },
  }),
  () => ({ argv: ['keys', 'create', '--kind', 'validation', '--json'] }),
  () => ({ argv: ['tx', 'list', '--size', '5', '--json'] }),
  () => ({ argv: ['local', 'status', '--json'] }),
  () => {
    const file = join(home, `backup-${++number}.db`)
    return {
      argv: ['local', 'backup', file],
      paths: [file],
      check(code) {
        const isThere = existsSync(file)
        rmSync(file, { force: true })
        if (code !== 0 && isThere) return 'a backup that failed left its file'
        return code === 0 && !isThere ? 'a backup that succeeded has no file' : undefined
      },
    }
  },
  () => {
    const [rows, out] = [join(home, 'rows.ndjson'), join(home, `report-${++number}.ndjson`)]
    const row = { chainId: '1', from: address(number), to: address(2) }
    writeFileSync(rows, `${JSON.stringify(row)}\n`.repeat(5))
    return { argv: ['validate', '--batch', rows, '--report', out], paths: [rows, out] }
  },
]

const strace = spawnSync('strace', ['--version'])
if (strace.status !== 0) {
  process.stderr.write('syscall-faults: strace is missing. Try: apt-get install strace\n')
  process.exit(2)
}
const random = randomFrom(seed)
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
const home = mkdtempSync(join(tmpdir(), 'txwarden-syscall-faults-'))
const database = join(home, 'local.db')
const env = { TXWARDEN_HOME: home }
const report = new Report('syscall faults')
const cases: Case[] = []
/** Ids that were acknowledged, by table; checked after each kill. */
const acknowledged = { transactions: new Set<string>(), control_list_entries: new Set<string>() }
let lost = 0
let kept = 0
let unhit = 0
let number = 0
try {
  const keys = createKeys(env)
  const start = () => ServeProcess.start(['--allow-destination', '127.0.0.1'], { env, keys, connections: CLIENTS + 1 })
  const first = await start()
  const id = await createDestination(first, { channel: 'WEBHOOK', webhookUrl: 'http://127.0.0.1:9/' })
  await blockAddress(first)
  await createAlert(first, [id])
  await first.end('SIGTERM')

  while (cases.length < count) {
    const server = await start()
    for (let life = 0; life < CASES_A_LIFE && cases.length < count * 0.8 && !server.hasEnded; life++)
      await serveCase(server)
    await server.end('SIGKILL')
    await lookForAll()
    for (let each = 0; each < CASES_A_LIFE / 8 && cases.length < count; each++) {
      await commandCase()
      await startCase()
    }
    await lookForAll()
  }
} finally {
  rmSync(home, { recursive: true, force: true })
}
tell()
report.end()

function nextFault(calls: readonly string[]): CallFault {
  const at = 1 + Math.floor(random() * random() * 5)
  const call = pick(calls)
  const error = pick(ERRORS)
  // An interrupted call is repeated until it works, for ever when it never does.
  const from = error === 'EINTR' ? `${at}..${at + 9}` : `${at}+`
  return {
    call,
    error,
    when: pick([`${at}`, from, `${at}..${at + 2}`]),
    paths: [home, ...['', '-wal', '-shm', '-mark', '.key', '.serve-lock'].map((suffix) => database + suffix)],
  }
}

function record(scene: Case['scene'], fault: CallFault, injected: number): Case | undefined {
  if (injected === 0) {
    unhit++
    return undefined
  }
  const made: Case = { scene, fault, results: [], faults: [] }
  cases.push(made)
  return made
}

async function serveCase(server: ServeProcess): Promise<void> {
  const fault = nextFault(SERVED)
  const attached = await attach(server.pid, fault)
  const results: string[] = []
  const faults: string[] = []
  const hear = (what: string, answer: Answer | Error) => {
    if (answer instanceof Error) faults.push(`${what}: no answer (${answer.message})`)
    else {
      results.push(`${what} ${answer.status} ${answer.body?.code ?? ''}`.trim())
      const wrong = faultOf(answer)
      if (wrong !== undefined) faults.push(`${what}: ${wrong}`)
    }
  }
  await Promise.all([
    ...Array.from({ length: CLIENTS }, async () => {
      for (let request = 0; request < REQUESTS; request++) hear('change', await validate(server))
    }),
    server.ask('GET', '/ext/v1/transactions?size=5').then(
      (answer) => hear('read', answer),
      (error: Error) => hear('read', error),
    ),
  ])
  hear('health', await server.ask('GET', '/healthz').catch((error: Error) => error))
  const made = record('serve', fault, await attached.detach())
  const recovered = await recovery(server)
  if (recovered !== undefined) faults.push(recovered)
  made?.results.push(...results)
  made?.faults.push(...faults)
  if (!made && faults.length > 0) throw new Error(`without a fault: ${faults.join('; ')}`)
}

async function validate(server: ServeProcess): Promise<Answer | Error> {
  const isBlocked = random() < 0.3
  try {
    const answer = await server.validate({
      chainId: '1',
      from: address(++number),
      to: isBlocked ? BLOCKED : address(2),
      data: `0x${'ab'.repeat(Math.floor(random() * 1000))}`,
    })
    if (answer.status !== 200) return answer
    acknowledged.transactions.add(answer.body.svcTxId)
    return answer.body.valid === !isBlocked ? answer : new Error(`the verdict is wrong: valid is ${answer.body.valid}`)
  } catch (error) {
    return error as Error
  }
}

/** What is wrong with an answer during a fault. */
function faultOf({ status, body, retryAfter }: Answer): string | undefined {
  if (status === 200) return undefined
  if (status !== 503) return `answered with ${status} ${body?.code}: ${body?.detail}`
  if (retryAfter === undefined && !FOR_OPERATORS.includes(body?.code)) return `${body?.code} without Retry-After`
  return undefined
}

/** Undefined when a change is accepted again. */
async function recovery(server: ServeProcess): Promise<string | undefined> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    if (server.hasEnded) return `serve ended: ${server.stderr}`
    const answer = await validate(server)
    if (!(answer instanceof Error) && answer.status === 200) return undefined
    if (performance.now() > deadline)
      return `after ${PATIENCE_MS / 1000} s: ${answer instanceof Error ? answer.message : answer.body?.detail}`
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

function entriesIn(stdout: string): string[] {
  const value = JSON.parse(stdout)
  return [value].flat().map((entry) => entry.controlListId ?? entry.id)
}

/** Not refused by us, and not blamed on the program. */
function commandFault(code: number | null, signal: string | null, stderr: string): string | undefined {
  if (signal !== null) return `ended with ${signal}: ${stderr}`
  if (![0, 4, 6, 8].includes(code ?? -1)) return `ended with ${code}: ${stderr}`
  if (/bug in txwarden|unexpected error|\n +at /.test(stderr)) return `said: ${stderr}`
  return code === 0 || /^(?:txwarden: \S|\{"error":\{)/m.test(stderr)
    ? undefined
    : `ended with ${code} and said: ${stderr}`
}

async function commandCase(): Promise<void> {
  const { argv, paths = [], check } = pick(COMMANDS)()
  const scoped = nextFault(STARTED)
  const fault = { ...scoped, paths: [...scoped.paths, ...paths] }
  const ended = await runWithFault([...COMMAND, ...argv], environment(env), fault)
  const made = record('command', fault, ended.injected)
  const wrong = commandFault(ended.code, ended.signal, ended.stderr)
  const broken = check?.(ended.code, ended.stdout)
  made?.results.push(`${argv[0]} ${argv[1]} ${ended.code}`)
  for (const each of [wrong, broken])
    if (each !== undefined) made?.faults.push(`${argv.slice(0, 2).join(' ')}: ${each}`)
}

/** A server that starts while calls fail: it serves, or ends with a reason. */
async function startCase(): Promise<void> {
  const fault = nextFault(STARTED)
  const argv = [...COMMAND, 'serve', '--drain', '0', '--port', '0', '--quiet', '--json']
  const ended = await runWithFault(argv, environment(env), fault, (stdout) => {
    if (stdout.endsWith('\n')) process.kill(JSON.parse(stdout).pid, 'SIGTERM')
  })
  const made = record('start', fault, ended.injected)
  const wrong = commandFault(ended.code, ended.signal, ended.stderr)
  made?.results.push(`serve ${ended.stdout === '' ? `ended with ${ended.code}` : 'served'}`)
  if (wrong !== undefined && ended.stdout === '') made?.faults.push(`serve: ${wrong}`)
}

/** Opens the database with the real service: everything acknowledged is there, and the file is intact. */
async function lookForAll(): Promise<void> {
  const service = await openService({
    database,
    env: {},
    clock: { now: () => Date.now(), elapsed: () => performance.now() },
    random: (length) => randomFillSync(new Uint8Array(length)),
    report: () => {},
  })
  const { read } = service.store
  try {
    const { rows } = await sql<{ quick_check: string }>`pragma quick_check`.execute(read)
    if (rows[0]?.quick_check !== 'ok') cases.at(-1)?.faults.push(`quick_check says ${rows[0]?.quick_check}`)
    for (const table of ['transactions', 'control_list_entries'] as const) {
      const there = new Set((await read.selectFrom(table).select('id').execute()).map(({ id }) => id))
      const missing = [...acknowledged[table]].filter((id) => !there.has(id))
      lost += missing.length
      kept += acknowledged[table].size - missing.length
      acknowledged[table].clear()
    }
  } finally {
    await service.close()
  }
}

function tell(): void {
  const rows = Map.groupBy(cases, ({ scene, fault }) => `${scene} ${fault.call}`)
  report.table(
    ['case', 'times', 'with a wrong result'],
    [...rows].sort().map(([name, of]) => [name, of.length, of.filter(({ faults }) => faults.length > 0).length]),
  )
  const results = new Map<string, number>()
  for (const result of cases.flatMap((each) => each.results)) results.set(result, (results.get(result) ?? 0) + 1)
  report.table(['what came', 'times'], [...results].sort())
  report.say(`${unhit} more cases met no such call`)
  const faulty = cases.filter(({ faults }) => faults.length > 0)
  for (const { scene, fault, faults } of faulty.slice(0, 20))
    report.say(`  ${scene} ${fault.call} ${fault.error} at ${fault.when}: ${faults[0]?.trim()}`)
  report.count('faults', cases.length)
  report.promise(`${kept} acknowledged changes are there`, lost === 0, `${lost} lost`)
  report.promise(
    `${cases.length} faults: 503 or exit code 6 or 8 with a reason, no wrong verdict, work goes on afterwards`,
    faulty.length === 0,
    faulty.length === 0 ? '' : `${faulty.length} faulty`,
  )
  report.promise('every kind of case met a fault', new Set(cases.map(({ scene }) => scene)).size === 3)
}
