import { describe, expect } from 'vitest'
import type { ChainHeadRow } from '../../src/service/store/schema/schema.ts'
import type { FakeChain } from '../support/chain/fake-chain.ts'
import { fakeNode } from '../support/chain/fake-node.ts'
import { follow, hashOf, writeTo } from '../support/chain/followed.ts'
import { type Cli, makeCli, refuses, says, test } from '../support/cli.ts'

const MONITORED = '0x7e57000000000000000000000000000000000001'

/** A chain whose head is block 20,000,100, and the variable that names its node. */
async function withNode(more: Partial<FakeChain> = {}): Promise<Readonly<Record<string, string>>> {
  return { TXWARDEN_CHAIN_ETHEREUM_URL: (await fakeNode({ head: 20_000_100, ...more })).url }
}

const statusOf = async (cli: Cli, options: { env?: Readonly<Record<string, string>> } = {}) =>
  ((await cli.json(['chain', 'status'], options)) as { content: Record<string, unknown>[] }).content

const audited = async (cli: Cli) => {
  const { content } = (await cli.json(['audit', 'list'])) as { content: object[] }
  return content
}

const NEVER = { tip_number: null, tip_hash: null, tip_time: null } as const

describe('chain status', () => {
  test('shows a chain that is followed: state, tip, lag, mode, server, requests', async ({ cli }) => {
    await follow(cli, { head_number: 20_000_003 })
    expect(await statusOf(cli)).toEqual([
      {
        chain: 'ethereum',
        chainId: '1',
        state: 'AT_HEAD',
        head: 20_000_003,
        tip: 20_000_000,
        lagBlocks: 3,
        lagSeconds: 4,
        mode: 'full',
        holder: 'server-a',
        finalized: 19_999_936,
        node: 'node.example',
        callsToday: 1234,
        monitored: 0,
        backfill: null,
        silentSince: null,
        reason: null,
        reasonCode: null,
        next: null,
        nodes: [],
      },
    ])
    const { stdout } = await cli(['chain', 'status', '-o', 'tsv'])
    expect(stdout).toMatch(/^ethereum\tAT_HEAD\t20000003\t20000000\t3\t4\tfull\tserver-a\t/)
    const shown = await cli(['chain', 'status', 'eth'], { tty: true, columns: 100 })
    expect(shown.stdout).toContain('ethereum  at head')
  })

  test('the lag grows while the node, or the server, stands still', async ({ cli }) => {
    await follow(cli)
    cli.clock.advance(600_000)
    expect(await statusOf(cli)).toMatchObject([{ state: 'NOT_FOLLOWED', holder: null, lagBlocks: 0, lagSeconds: 604 }])
    const env = await withNode()
    expect(await statusOf(cli, { env })).toMatchObject([{ head: 20_000_100, lagBlocks: 100, lagSeconds: 604 }])
  })

  test('requests of another day are not those of today', async ({ cli }) => {
    await follow(cli, { calls_day: '2026-01-01' })
    expect(await statusOf(cli)).toMatchObject([{ callsToday: 0 }])
  })

  test('a chain says since when nothing is heard of it, and why it waits', async ({ cli }) => {
    const since = cli.clock.now() - 7_200_000
    await follow(cli, { state: 'WAITING', reason_code: 'no-node', reason: 'no node answers', silent_since: since })
    expect(await statusOf(cli)).toMatchObject([{ silentSince: '2026-01-02T01:04:05.000Z' }])
    const piped = (await cli(['chain', 'status'])).stdout
    expect(piped).toContain('2026-01-02T01:04:05.000Z')
    expect(piped).toContain('no node answers')
    expect((await cli(['chain', 'status'], { tty: true })).stdout).toMatch(/SILENT SINCE[\s\S]*2 hours ago/)
  })

  test.each([
    ['was stopped', { lease_until: 0, claim_id: null }, '2026-01-02T03:04:05.000Z'],
    ['was never read', NEVER, '2026-01-02T03:04:05.000Z'],
    ['stands still', {}, '2026-01-02T03:04:01.000Z'],
    ['catches up', { state: 'CATCHING_UP' }, null],
  ] as const)('one that %s is silent since then', async (_, row, silentSince) => {
    const cli = makeCli()
    await follow(cli, { lease_until: 2 ** 50, ...row })
    cli.clock.advance(600_000)
    expect(await statusOf(cli)).toMatchObject([{ silentSince }])
  })

  const FAULT = 'node.example: something happened'
  test.each([
    ['WAITING', 'no-node', 'no node is configured', 'txwarden chain add ethereum'],
    ['WAITING', 'no-node', FAULT, 'txwarden chain test ethereum'],
    ['WAITING', 'paused', FAULT, 'txwarden chain resume ethereum'],
    ['WAITING', 'gap', FAULT, 'txwarden serve --follow ethereum --max-gap 30d'],
    ['STOPPED', 'wrong-chain', FAULT, 'txwarden chain test ethereum'],
    ['STOPPED', 'deep-reorg', FAULT, 'txwarden chain skip ethereum --to-block latest'],
    ['WAITING', 'a-code-of-a-later-version', FAULT, 'txwarden doctor'],
  ] as const)('%s for %s (%s) has the reason and the command that goes on', async (state, code, reason, next) => {
    const cli = makeCli()
    await follow(cli, { state, reason_code: code, reason })
    expect(await statusOf(cli)).toMatchObject([{ state, reason, reasonCode: code, next }])
    const { stdout } = await cli(['chain', 'status'], { tty: true, columns: 80 })
    expect(stdout).toContain(`\n! ethereum: ${reason}\n  Try: ${next}\n`)
  })

  test('what a person has to decide stays visible when no server runs', async ({ cli }) => {
    await follow(cli, {
      state: 'STOPPED',
      reason_code: 'deep-reorg',
      reason: 'too deep',
      lease_until: 0,
      claim_id: null,
    })
    expect(await statusOf(cli)).toMatchObject([{ state: 'STOPPED', reason: 'too deep', holder: null }])
  })

  test('names monitored addresses that nobody follows', async ({ cli }) => {
    await cli(['monitor', 'add', MONITORED, '--chain', 'ethereum,base'])
    await cli([
      'monitor',
      'add',
      '0x7e57000000000000000000000000000000000002',
      '--chain',
      'base',
      '--state',
      'inactive',
    ])
    const env = await withNode()
    expect(await statusOf(cli, { env })).toMatchObject([
      { chain: 'ethereum', state: 'NOT_FOLLOWED', monitored: 1, next: 'txwarden serve --follow ethereum' },
      { chain: 'base', state: 'NOT_FOLLOWED', monitored: 1, next: 'txwarden chain add base', nodes: [] },
    ])
    const { stdout } = await cli(['chain', 'status', 'base'], { tty: true })
    expect(stdout).toContain('! base: 1 monitored address is not followed\n  Try: txwarden chain add base\n')
  })

  test('--watch draws every second until Ctrl-C, and into a pipe prints a line for each chain', async ({ cli }) => {
    await follow(cli)
    const watch = async (tty: boolean, times: number, count: (text: string) => number) => {
      const stop = new AbortController()
      const onStdout = (text: string) => {
        if (count(text) >= times) stop.abort()
      }
      return cli(['chain', 'status', '--watch'], { tty, onStdout, signal: stop.signal })
    }
    const piped = await watch(false, 2, (text) => text.split('\n').length - 1)
    expect(piped).toMatchObject({ code: 0, stderr: '' })
    expect(
      piped.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as object),
    ).toMatchObject([
      { chain: 'ethereum', lagSeconds: 4 },
      { chain: 'ethereum', lagSeconds: 4 },
    ])
    const drawn = await watch(true, 2, (text) => text.split('CHAIN').length - 1)
    expect(drawn).toMatchObject({ code: 0, stderr: '' })
    // Two lines were drawn: the second time begins above them.
    expect(drawn.stdout.split('\u001b[2A\u001b[J')).toHaveLength(2)
    expect(await cli(['chain', 'status', '--watch', '--json'])).toMatchObject(says(2, 'chain status --watch -o ndjson'))
  })
})

/** What happened to the monitored address in a block, as it was stored. */
const event = (id: string, number: number, block_hash = hashOf(number)) => ({
  id,
  chain_id: '1',
  tx_hash: `0x${id.repeat(64)}`,
  address: MONITORED,
  kind: 'received' as const,
  svc_tx_id: null,
  block_number: number,
  block_hash,
  block_time: 0,
  state: 'IN' as const,
  round: 0,
  gone_number: null,
  gone_at: null,
  content: '{}',
  created_at: 0,
  updated_at: 0,
})

describe('chain skip', () => {
  const skip = (cli: Cli, env: Readonly<Record<string, string>>, to: string, ...more: string[]) =>
    cli(['chain', 'skip', 'ethereum', '--to-block', to, ...more], { env })

  test('goes on with a later block, and says how many are never read', async ({ cli }) => {
    const env = await withNode()
    await follow(cli, { state: 'WAITING', reason_code: 'gap', reason: 'long' })
    const result = await cli(['chain', 'skip', 'eth', '--to-block', 'latest', '--yes'], { env, tty: true })
    expect(result).toMatchObject({ code: 0 })
    expect(result.stdout).toContain('Skipped 99 blocks of ethereum, 20000001 to 20000099, never to be read')
    expect(await statusOf(cli, { env })).toMatchObject([
      { tip: 20_000_099, head: 20_000_100, lagBlocks: 1, state: 'STARTING', reason: null, holder: 'server-a' },
    ])
    const kept = await writeTo(cli, (db) => db.selectFrom('chain_blocks').selectAll().orderBy('number').execute())
    // As many as the follower keeps of this chain: a reorg finds where it left.
    expect(kept.map(({ number, hash, parent_hash }) => [number, hash, parent_hash])).toEqual(
      Array.from({ length: 97 }, (_, at) => 20_000_003 + at).map((n) => [n, hashOf(n), hashOf(n - 1)]),
    )
    expect(await audited(cli)).toMatchObject([
      { action: 'chain.skip', resourceId: '1', before: { tip: 20_000_000 }, after: { to: 20_000_100, unread: 99 } },
    ])
  })

  test('asks on a terminal, and needs --yes elsewhere', async ({ cli }) => {
    const env = await withNode()
    await follow(cli)
    expect(await skip(cli, env, '20000050')).toMatchObject(says(2, '--yes'))
    const asked = await cli(['chain', 'skip', 'ethereum', '--to-block', '20000050'], { env, typed: ['n\r'] })
    expect(asked.stderr).toContain('Skip 49 blocks of ethereum, 20000001 to 20000049, never to be read?')
    expect(asked.code).toBe(130)
    expect(await skip(cli, env, '20000050', '--dry-run')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('skip 49 blocks'),
    })
    expect(await statusOf(cli, { env })).toMatchObject([{ tip: 20_000_000 }])
    expect(await audited(cli)).toEqual([])
    const done = await skip(cli, env, '20000050', '--yes', '--json')
    expect(JSON.parse(done.stdout)).toEqual({
      chain: 'ethereum',
      chainId: '1',
      tip: 20_000_000,
      to: 20_000_050,
      unread: 49,
      isTipInChain: true,
    })
  })

  test.each([
    ['20000000', 8, 'block 20000000 of ethereum was read already: the tip is 20000000'],
    ['7', 8, 'was read already'],
    ['20000101', 8, 'has no block 20000101; the latest is 20000100'],
    ['-1', 2, 'is not a block number or latest'],
    ['soon', 2, 'is not a block number or latest'],
  ])('--to %s is refused, and nothing changes', async (to, code, text) => {
    const cli = makeCli()
    const env = await withNode()
    await follow(cli)
    const result = await cli(['chain', 'skip', 'ethereum', `--to-block=${to}`, '--yes'], { env })
    expect(result).toMatchObject(refuses(code, text))
    expect(await statusOf(cli, { env })).toMatchObject([{ tip: 20_000_000, state: 'AT_HEAD' }])
    expect(await audited(cli)).toEqual([])
  })

  test('needs a chain that was followed, and a node that answers', async ({ cli }) => {
    expect(await skip(cli, await withNode(), 'latest', '--yes')).toMatchObject(
      says(8, 'no block of ethereum was read yet'),
    )
    await follow(cli)
    expect(await skip(cli, {}, 'latest', '--yes')).toMatchObject(says(6, 'no node of ethereum is configured'))
  })

  test('goes back when a reorg removed the tip, and takes back what was in the removed blocks', async ({ cli }) => {
    const env = await withNode({ head: 19_999_990 })
    await follow(cli, { state: 'STOPPED', reason_code: 'deep-reorg', reason: 'too deep' })
    await writeTo(cli, (db) =>
      db
        .insertInto('chain_events')
        .values([event('a', 19_999_980), event('b', 20_000_000)])
        .execute(),
    )
    expect(await skip(cli, env, 'latest', '--yes')).toMatchObject({ code: 0 })
    expect(await statusOf(cli, { env })).toMatchObject([{ tip: 19_999_989, state: 'STARTING' }])
    const states = await writeTo(cli, (db) =>
      db.selectFrom('chain_events').select(['id', 'state']).orderBy('id').execute(),
    )
    expect(states).toEqual([
      { id: 'a', state: 'IN' },
      { id: 'b', state: 'GONE' },
    ])
  })

  test('takes back what a reorg removed below the blocks that are left out, and only that', async ({ cli }) => {
    const env = await withNode()
    const lost = `0x${'dead'.repeat(16)}`
    await follow(cli, { state: 'STOPPED', reason_code: 'deep-reorg', reason: 'too deep', tip_hash: lost })
    const events = [event('a', 19_999_000), event('b', 19_999_200, lost), event('c', 20_000_000, lost)]
    // More blocks than are compared at once.
    const many = Array.from({ length: 100 }, (_, at) => ({
      ...event('d', 19_999_300 + at, lost),
      id: `d${at}`,
      tx_hash: `0x${String(at).padStart(64, '0')}`,
    }))
    await writeTo(cli, (db) =>
      db
        .insertInto('chain_events')
        .values([...events, ...many])
        .execute(),
    )
    expect(await skip(cli, env, 'latest', '--yes')).toMatchObject({ code: 0 })
    const states = await writeTo(cli, (db) =>
      db.selectFrom('chain_events').select(['id', 'state', 'gone_number']).orderBy('id').execute(),
    )
    expect(states.filter(({ state }) => state === 'IN').map(({ id }) => id)).toEqual(['a'])
    expect(states.filter(({ state }) => state === 'GONE')).toHaveLength(102)
    expect(states.at(-1)?.gone_number).toBe(20_000_099)
  })

  test('tells what has its confirmations with it, and nothing twice', async ({ cli }) => {
    const env = await withNode()
    await follow(cli)
    await cli(['monitor', 'add', MONITORED, '--chain', 'ethereum'])
    const create = (name: string, ...more: string[]) =>
      cli(['alert', 'create', '--name', name, '--type', 'monitor', ...more, '--yes'])
    for (const given of [['5'], ['99'], ['100'], ['finalized']])
      expect(await create(`after ${given[0]}`, '--confirmations', ...given)).toMatchObject({ code: 0 })
    await writeTo(cli, (db) => db.insertInto('chain_events').values(event('a', 20_000_000)).execute())
    const notified = () =>
      writeTo(cli, (db) => db.selectFrom('alert_events').select(['alert_name', 'step']).orderBy('id').execute())
    expect(await skip(cli, env, '20000050', '--yes')).toMatchObject({ code: 0 })
    expect(await notified()).toEqual([{ alert_name: 'after 5', step: 'included' }])
    expect(await skip(cli, env, 'latest', '--yes')).toMatchObject({ code: 0 })
    expect(await notified()).toEqual([
      { alert_name: 'after 5', step: 'included' },
      { alert_name: 'after 99', step: 'included' },
    ])
  })
})

describe('chain mode', () => {
  test('shows how a chain is read, without a node', async ({ cli }) => {
    expect(await cli(['chain', 'mode', 'ethereum'], { tty: true })).toMatchObject({
      code: 0,
      stdout: 'ethereum is read in mode full\n',
    })
    expect(await cli.json(['chain', 'mode', '1'])).toEqual({
      chain: 'ethereum',
      chainId: '1',
      mode: 'full',
    })
    expect(await audited(cli)).toEqual([])
  })

  test('changes the mode once, audited, also of a chain that nobody follows yet and without a node', async ({
    cli,
  }) => {
    const first = await cli(['chain', 'mode', 'bsc', 'sparse', '--json'])
    expect(JSON.parse(first.stdout)).toEqual({
      chain: 'bsc',
      chainId: '56',
      mode: 'sparse',
      changed: true,
    })
    expect(await cli.json(['chain', 'mode', 'bsc', 'sparse'])).toMatchObject({
      changed: false,
    })
    expect(await audited(cli)).toMatchObject([
      { action: 'chain.mode', resourceId: '56', before: { mode: 'full' }, after: { mode: 'sparse' } },
    ])
    expect(await statusOf(cli)).toMatchObject([{ chain: 'bsc', mode: 'sparse', state: 'NOT_FOLLOWED' }])
    expect(await cli(['chain', 'mode', 'bsc', 'sparse', '--dry-run'])).toMatchObject({ code: 0 })
  })

  test('refuses another word', async () => {
    expect(await makeCli()(['chain', 'mode', 'ethereum', 'half'])).toMatchObject(
      says(2, '"half" is not one of full, sparse'),
    )
  })
})

test('commands about followed chains need a local profile', async () => {
  const env = { TXWARDEN_BASE_URL: 'https://x.example' }
  for (const argv of [
    ['chain', 'skip', 'ethereum', '--to-block', 'latest', '--yes'],
    ['chain', 'mode', 'ethereum', 'full'],
  ])
    expect([argv, (await makeCli()(argv, { env })).code]).toEqual([argv, 2])
})

describe('doctor', () => {
  const findings = async (cli: Cli) => {
    const { code, stdout } = await cli(['doctor', '--json'])
    const { content: checks } = JSON.parse(stdout) as {
      content: { check: string; level: string; text: string; try?: string }[]
    }
    return { code, found: checks.flatMap(({ check, ...rest }) => (check === 'followers' ? [rest] : [])) }
  }
  const monitor = (cli: Cli) => cli(['monitor', 'add', MONITORED, '--chain', 'ethereum'])

  test('says nothing without followed chains and monitored addresses', async ({ cli }) => {
    expect(await findings(makeCli())).toEqual({ code: 0, found: [] })
    await follow(cli, { claim_id: null, holder: null, lease_until: 0 })
    expect((await findings(cli)).found).toEqual([])
  })

  test('warns of monitored addresses that nobody follows', async ({ cli }) => {
    await monitor(cli)
    expect(await findings(cli)).toEqual({
      code: 0,
      found: [
        {
          level: 'warn',
          text: 'ethereum: 1 monitored address is not followed, silent since 2026-01-02 03:04 UTC (0 s)',
          try: 'txwarden chain add ethereum',
        },
      ],
    })
  })

  test.each([
    [{}, 'pass', /^ethereum: block 20000000, 1 monitored$/, undefined],
    [
      { lagging: 301 },
      'fail',
      /^ethereum: the last block that was read is 5 min old$/,
      'txwarden chain status ethereum',
    ],
    [
      { state: 'STOPPED', reason_code: 'deep-reorg', reason: 'too deep' },
      'fail',
      /^ethereum stopped: too deep$/,
      'txwarden chain skip ethereum --to-block latest',
    ],
    [
      { state: 'WAITING', reason_code: 'no-node', reason: 'no node answers' },
      'warn',
      /^ethereum waits: no node answers$/,
      'txwarden chain test ethereum',
    ],
    [
      { state: 'WAITING', reason_code: 'no-node', reason: 'no node answers', lagging: 7200 },
      'fail',
      /^ethereum waits: no node answers; the last block that was read is 2 h old$/,
      'txwarden chain test ethereum',
    ],
    [
      { state: 'WAITING', reason_code: 'no-node', reason: 'no node answers', silent: 200 },
      'warn',
      /^ethereum waits: no node answers, silent since 2026-01-02 03:00 UTC \(3 min\)$/,
      'txwarden chain test ethereum',
    ],
    [
      { state: 'WAITING', reason_code: 'no-node', reason: 'no node answers', silent: 7200, ...NEVER },
      'fail',
      /^ethereum waits: no node answers, silent since 2026-01-02 01:04 UTC \(2 h\)$/,
      'txwarden chain test ethereum',
    ],
    [
      { lease_until: 0 },
      'fail',
      /^ethereum: 1 monitored address is not followed; the server server-a ended without a stop, silent since 2026-01-02 03:04 UTC \(0 s\)$/,
      'txwarden chain add ethereum',
    ],
  ] as const)('%j is %s', async (given, level, text, next) => {
    const { lagging, silent, ...row }: Partial<ChainHeadRow> & { lagging?: number; silent?: number } = given
    const cli = makeCli()
    await monitor(cli)
    const late = lagging === undefined ? {} : { tip_time: Math.floor(cli.clock.now() / 1000) - lagging }
    const since = silent === undefined ? {} : { silent_since: cli.clock.now() - silent * 1000 }
    await follow(cli, { ...row, ...late, ...since })
    const { code, found } = await findings(cli)
    expect(found).toEqual([{ level, text: expect.stringMatching(text), ...(next && { try: next }) }])
    expect(code).toBe(level === 'fail' ? 13 : 0)
  })
})
