import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import type { FakeChain } from '../support/chain/fake-chain.ts'
import { about, fakeNode, type Lie } from '../support/chain/fake-node.ts'
import { type Cli, makeCli, refuses, says, test } from '../support/cli.ts'
import type { FaultProxy, RpcFaultName } from '../support/fault-proxy.ts'

const KEY = 'PlantedNodeKey0123456789'
const everything = ['overrides', 'trace', 'simulate', 'receipts', 'archive', 'batch']

async function startNode(more?: Partial<FakeChain>, lie?: Lie): Promise<FaultProxy & { host: string; secret: string }> {
  const node = await fakeNode(more, lie)
  return { ...node, host: new URL(node.url).host, secret: `${node.url}/v2/${KEY}` }
}

async function add(cli: Cli, url: string, ...more: readonly string[]): Promise<{ id: string }> {
  const { code, stdout, stderr } = await cli(['chain', 'add', 'ethereum', '--url-file', '-', '--json', ...more], {
    stdin: url,
  })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout) as { id: string }
}

const listed = async (cli: Cli, env = {}) =>
  JSON.parse((await cli(['chain', 'list', '--json'], { env })).stdout).content.flatMap(
    ({ nodes }: { nodes: unknown[] }) => nodes,
  ) as { id: string; host: string }[]

describe('chain add', () => {
  test('stores a node that answers, with what it can; its URL is read from stdin or a file, and never shown', async ({
    cli,
  }) => {
    const node = await startNode()
    const stored = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      chainId: '1',
      chain: 'ethereum',
      host: node.host,
      source: 'stored',
      priority: 10,
      can: everything,
      probedAt: '2026-01-02T03:04:05.000Z',
      silentSince: null,
      paused: false,
    }
    expect(await add(cli, `${node.secret}\n`)).toEqual(stored)
    const file = join(cli.home, 'url')
    writeFileSync(file, `${node.url}/another`)
    const second = await cli(['chain', 'create', '1', '--url-file', file, '--priority', '5'], { tty: true })
    expect(second).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`Added the node ${node.host} of ethereum`),
    })
    expect((await listed(cli)).map((each) => ({ ...each }))).toMatchObject([{ priority: 5 }, stored])
    const audit = (await cli(['audit', 'list', '--json'])).stdout
    expect(audit).toContain('"chain.add"')
    expect(audit).not.toContain(KEY)
    expect(readFileSync(join(cli.home, 'local.db'), 'latin1')).not.toContain(KEY)
  })

  test('the prompt says what is wrong with a URL, and Ctrl-C stores nothing', async ({ cli }) => {
    const node = await startNode()
    const left = await cli(['chain', 'add', 'ethereum'], { typed: [['URL of a node', `${node.url}\u0003`]] })
    expect(left).toMatchObject(says(130, 'nothing was changed'))
    const added = await cli(['chain', 'add', 'ethereum'], {
      typed: [
        ['URL of a node', 'node.example\n'],
        ['such as https://node.example:8545', `${'\u007f'.repeat(12)}ws://node.example\n`],
        ['a WebSocket URL is not supported', `${'\u007f'.repeat(17)}${node.url}\n`],
      ],
    })
    expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining('Next: txwarden chain test ethereum\n') })
    expect(await listed(cli)).toHaveLength(1)
  })

  test('of a node of another chain names the command for that chain', async () => {
    const node = await startNode()
    const refused = await makeCli()(['chain', 'add', 'base', '--url-file', '-'], { stdin: node.url })
    expect(refused).toMatchObject({
      code: 8,
      stderr: expect.stringMatching(/is on chain 1, not on 8453 \(base\).*\nTry: txwarden chain add ethereum\n/s),
    })
  })

  test('refuses the same node twice', async ({ cli }) => {
    const node = await startNode()
    const { id } = await add(cli, node.secret)
    const again = await cli(['chain', 'add', 'ethereum', '--url-file', '-'], { stdin: node.secret })
    expect(again).toMatchObject(says(8, `already has this node: ${id}`))
  })

  const faults: readonly (readonly [string, RpcFaultName, number, string])[] = [
    ['closes the connection', 'closes connection', 6, 'the connection'],
    ['answers with HTML', 'HTML 200', 6, 'the answer is not JSON-RPC'],
    ['redirects', 'redirect', 6, 'redirect'],
    ['answers null', 'null result', 6, 'gave no chain id'],
    ['is on another chain', 'wrong chain id', 8, 'not on 1 (ethereum)'],
  ]
  test.each(faults)('of a node that %s stores nothing, in one line', async (_, fault, code, text) => {
    const node = await startNode()
    node.script(fault)
    const cli = makeCli()
    const result = await cli(['chain', 'add', 'ethereum', '--url-file', '-'], { stdin: node.secret })
    expect(result).toMatchObject({ code, stdout: '' })
    expect(result.stderr.split('\n')[0]).toContain(`${node.host}: `)
    expect(result.stderr).toContain(text)
    expect(result.stderr).not.toContain(KEY)
    expect(await listed(cli)).toEqual([])
  })

  test.each([
    ['', 8, 'stdin is empty'],
    [`ftp://${KEY}.example`, 8, 'https://'],
    [`wss://node.example/${KEY}`, 8, 'WebSocket'],
    [`https://user:${KEY}@node.example`, 8, 'user name'],
    [`http://169.254.169.254/${KEY}`, 8, 'metadata'],
    [`http://127.0.0.1:1/${KEY}`, 6, '127.0.0.1:1'],
  ])('of %s ends with an error that does not quote it', async (url, code, text) => {
    const cli = makeCli()
    const result = await cli(['chain', 'add', 'ethereum', '--url-file', '-'], { stdin: url })
    expect(result).toMatchObject({ code, stdout: '' })
    expect(result.stderr).toContain(text)
    expect(result.stderr).not.toContain(KEY)
    expect(await listed(cli)).toEqual([])
  })

  test('needs a source for the URL, a chain that there is, and a local profile', async ({ cli }) => {
    expect(await cli(['chain', 'add', 'ethereum'])).toMatchObject(says(2, '--url-file'))
    expect(await cli(['chain', 'add', 'etherium', '--url-file', '-'], { stdin: 'x' })).toMatchObject({ code: 2 })
    const remote = { TXWARDEN_BASE_URL: 'https://x.example' }
    for (const verb of [['add', 'ethereum'], ['test'], ['remove', 'x']])
      expect([verb, (await cli(['chain', ...verb], { env: remote })).code]).toEqual([verb, 2])
  })

  test('with --dry-run asks no node and stores none', async ({ cli }) => {
    const node = await startNode()
    const result = await cli(['chain', 'add', 'ethereum', '--url-file', '-', '--dry-run'], { stdin: node.secret })
    expect(result).toMatchObject({ code: 0, stdout: expect.stringContaining('add a node of chain 1') })
    expect(node.exchanges).toEqual([])
    expect(await listed(cli)).toEqual([])
  })
})

describe('nodes of the environment', () => {
  test('come first, are listed as such, and are not removed', async ({ cli }) => {
    const [stored, given] = [await startNode(), await startNode()]
    await add(cli, stored.secret)
    const env = { TXWARDEN_CHAIN_ETH_URL: given.secret }
    expect(await listed(cli, env)).toMatchObject([
      { id: 'env:ethereum:1', host: given.host, source: 'environment', priority: null, can: null },
      { host: stored.host, source: 'stored' },
    ])
    const removed = await cli(['chain', 'remove', 'env:ethereum:1', '--yes'], { env })
    expect(removed).toMatchObject(says(8, 'TXWARDEN_CHAIN_ETHEREUM_URL'))
  })

  test('keep their probe for the next process', async ({ cli }) => {
    const node = await startNode()
    const env = { TXWARDEN_CHAIN_ETHEREUM_URL: node.secret }
    await cli(['chain', 'test'], { env })
    expect(await listed(cli, env)).toMatchObject([{ can: everything }])
    const moved = { TXWARDEN_CHAIN_ETHEREUM_URL: `${node.url}/other` }
    expect(await listed(cli, moved)).toMatchObject([{ can: null }])
  })

  const MALFORMED = [
    ['TXWARDEN_CHAIN_ETHEREUM_URL', `nonsense-${KEY}`],
    ['TXWARDEN_CHAIN_BASE_URL', `https://user:${KEY}@node.example`],
  ] as const

  test.each(MALFORMED)('%s that is malformed is said, and stops no verdict', async (name, value) => {
    const cli = makeCli()
    for (const simulate of ['auto', 'no']) {
      const file = 'examples/transfer-to-blocked.json'
      const result = await cli(['validate', '--file', file, '--simulate', simulate], { env: { [name]: value } })
      expect(result).toMatchObject(says(12, name))
      expect(result.stdout + result.stderr).not.toContain(KEY)
    }
    expect(await cli(['control-list', 'list'], { env: { [name]: value } })).toMatchObject({ code: 0 })
  })

  test('that are malformed are nodes that fail: the verdict, list and test say so', async ({ cli }) => {
    const env = { TXWARDEN_CHAIN_ETHEREUM_URL: `nonsense-${KEY}` }
    const place = 'URL 1 of TXWARDEN_CHAIN_ETHEREUM_URL'
    const file = ['--file', 'examples/transfer-to-known.json']
    const explained = await cli(['validate', ...file, '--explain', '--json'], { env })
    expect(JSON.parse(explained.stdout).explanation.missing.join()).toContain(`${place}: the URL of the node`)
    expect(await cli(['validate', ...file, '--simulate', 'yes'], { env })).toMatchObject({ code: 6 })
    expect(await listed(cli, env)).toMatchObject([{ host: place }])
    const tested = await cli(['chain', 'test', '--json'], { env })
    expect(tested).toMatchObject({ code: 13, stdout: expect.stringContaining(place) })
    expect(tested.stdout).not.toContain(KEY)
  })

  test('that are malformed keep serve from starting', async () => {
    const [name, value] = MALFORMED[0]
    const result = await makeCli()(['serve', '--drain', '0', '--port', '0'], { env: { [name]: value } })
    expect(result).toMatchObject(says(8, name))
  })
})

test('chain test without a node is an error, also in a pipe', async ({ cli }) => {
  for (const [argv, text] of [
    [[], 'no node is configured'],
    [['base'], 'no node of base is configured'],
  ] as const)
    expect(await cli(['chain', 'test', ...argv])).toMatchObject(refuses(6, text))
})

describe('chain status', () => {
  test('shows head, age, and the fault of each node in one line', async ({ cli }) => {
    const nodes = [await startNode(), await startNode({ headTime: 1_700_000_000 }), await startNode()]
    for (const [index, node] of nodes.entries()) await add(cli, node.secret, '--priority', `${index}`)
    nodes[2]?.script('HTTP 429 Retry-After 3600')
    const { code, stdout } = await cli(['chain', 'status', 'ethereum', '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      content: [
        {
          chain: 'ethereum',
          state: 'NOT_FOLLOWED',
          head: 20_000_000,
          tip: null,
          nodes: [
            {
              host: nodes[0]?.host,
              head: '20000000',
              headTime: '2026-01-02T03:03:59.000Z',
              fault: null,
              faultReason: null,
              paused: false,
            },
            {
              host: nodes[1]?.host,
              head: '20000000',
              fault: expect.stringMatching(/the head is \d+ (?:s|min|hours|days) old$/),
              faultReason: expect.stringMatching(/^the head is \d+ (?:s|min|hours|days) old$/),
            },
            { host: nodes[2]?.host, head: null, fault: expect.stringContaining(`${nodes[2]?.host}: `) },
          ],
        },
      ],
    })
    const shown = (await cli(['chain', 'status'], { tty: true })).stdout
    for (const { host } of nodes) expect(shown).toContain(host)
    expect(shown).toMatch(/^CHAIN +STATE .*\nethereum +not followed +20000000 /)
    expect(await cli(['chain', 'status', 'base'], { tty: true })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('No nodes yet'),
    })
    expect(await cli.json(['chain', 'status', 'base'])).toEqual({ content: [] })
  })
})

describe('chain test', () => {
  test('runs the known simulation with the best method of each node, and says what it lacks', async ({ cli }) => {
    const closed = () => ({ error: { code: -32_601, message: 'the method does not exist' } })
    const nodes = [await startNode(), await startNode({}, about({ eth_simulateV1: closed }))]
    for (const [index, node] of nodes.entries()) await add(cli, node.secret, '--priority', `${index}`)
    const { code, stdout } = await cli(['chain', 'test', '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout).content).toMatchObject([
      { works: true, method: 'eth_simulateV1', fault: null, gaps: [] },
      { works: true, method: 'debug_traceCall', gaps: [expect.stringMatching(/^eth_simulateV1: .*does not exist/)] },
    ])
    const shown = (await cli(['chain', 'test'], { tty: true })).stdout
    expect(shown).toContain(
      `✓ ${nodes[0]?.host} (ethereum): head in 0 ms, eth_simulateV1 in 0 ms; can overrides, trace`,
    )
    expect(shown).toContain('\n  eth_simulateV1: error -32601: the method does not exist\n')
  })

  const faults: readonly RpcFaultName[] = [
    'closes connection',
    'truncated',
    '50 MB length',
    'redirect',
    'wrong chain id',
    'hostile text',
  ]
  test.each(faults)('ends with 13 and one line for a node with "%s"', async (fault) => {
    const node = await startNode()
    const cli = makeCli()
    await add(cli, node.secret)
    node.script(fault)
    const { code, stdout, stderr } = await cli(['chain', 'test', 'ethereum'], { tty: true })
    expect({ code, stderr }).toEqual({ code: 13, stderr: '' })
    expect(stdout).toMatch(new RegExp(`^✗ ${node.host} \\(ethereum\\): failed: [^\\n\\u001b\\u202e]+\\n$`))
    expect(stdout).not.toContain(KEY)
  })

  test('fails a node that lags, and one without any method that simulates', async ({ cli }) => {
    const refused = () => ({ error: { code: -32_601, message: 'not available on your plan' } })
    const poor = await startNode({}, about({ eth_call: refused, debug_traceCall: refused, eth_simulateV1: refused }))
    const lagging = await startNode({ headTime: 1_700_000_000 })
    await add(cli, poor.secret, '--priority', '1')
    await add(cli, lagging.secret, '--priority', '2')
    const { code, stdout } = await cli(['chain', 'test', '--json'])
    expect(code).toBe(13)
    expect(JSON.parse(stdout).content).toMatchObject([
      { works: false, fault: expect.stringContaining('no method that simulates') },
      { works: false, fault: expect.stringMatching(/ days old$/), method: 'eth_simulateV1' },
    ])
  })
})

describe('chain pause and resume', () => {
  test('hold for all nodes of the chain, and are audited once', async ({ cli }) => {
    const node = await startNode()
    await add(cli, node.secret)
    expect(await cli.json(['chain', 'pause', 'eth'])).toEqual({
      chainId: '1',
      chain: 'ethereum',
      paused: true,
      changed: true,
    })
    expect(await cli.json(['chain', 'pause', 'eth'])).toMatchObject({
      paused: true,
      changed: false,
    })
    expect(await listed(cli)).toMatchObject([{ paused: true }])
    expect((await cli(['chain', 'resume', 'ethereum'], { tty: true })).stdout).toContain('Resumed ethereum')
    expect(await listed(cli)).toMatchObject([{ paused: false }])
    const audit = (await cli.json(['audit', 'list'])) as { content: { action: string }[] }
    expect(audit.content.map(({ action }) => action).toSorted()).toEqual(['chain.add', 'chain.pause', 'chain.resume'])
  })

  test('a verdict on a paused chain says so; with --simulate yes there is none', async ({ cli }) => {
    const node = await startNode()
    await add(cli, node.secret)
    await cli(['chain', 'pause', 'ethereum'])
    const asked = node.exchanges.length
    const transaction = ['--chain', '1', '--from', `0x7e57${'0'.repeat(36)}`, '--to', `0x51e1${'0'.repeat(36)}`]
    const reason = 'the nodes of this chain are paused'
    expect(await cli.json(['validate', ...transaction])).toMatchObject({
      simulation: { status: 'unavailable', reason },
      chainCoverage: { status: 'none', missing: expect.arrayContaining([`No chain evidence: ${reason}`]) },
    })
    const refused = await cli(['validate', ...transaction, '--simulate', 'yes'])
    expect(refused).toMatchObject(refuses(6, reason))
    expect(node.exchanges.length).toBe(asked)
  })
})

describe('a verdict on a paused chain', () => {
  const validate = ['validate', '--file', 'examples/chain/exchange.json']

  test('says that its nodes are paused, and gives no verdict with --simulate yes', async ({ cli }) => {
    const node = await startNode()
    await add(cli, node.secret)
    await cli(['chain', 'pause', 'ethereum'])
    const auto = await cli([...validate, '--json', '--explain'])
    expect(JSON.parse(auto.stdout)).toMatchObject({
      simulation: { status: 'unavailable', reason: 'the nodes of this chain are paused' },
      chainCoverage: { missing: expect.arrayContaining(['No chain evidence: the nodes of this chain are paused']) },
    })
    expect(await cli([...validate, '--simulate', 'yes'])).toMatchObject({
      code: 6,
      stdout: '',
      stderr: expect.stringMatching(/the nodes of this chain are paused\.[\s\S]*Try: txwarden chain status\n$/),
    })
    expect((await cli(['chain', 'status'], { tty: true })).stdout).toContain('paused')
    await cli(['chain', 'resume', 'ethereum'])
    const resumed = await cli([...validate, '--json', '--explain'])
    expect(resumed.stdout).not.toContain('are paused')
  })

  test('asks the node that --node names by its host', async ({ cli }) => {
    const node = await startNode()
    await add(cli, node.secret)
    const asked = await cli([...validate, '--json', '--explain', '--node', node.host])
    expect(JSON.parse(asked.stdout)).toMatchObject({ chainCoverage: { node: node.host } })
    expect(await cli([...validate, '--node', '127.0.0.1:1'])).toMatchObject({ code: 8 })
  })
})

describe('arguments of chain commands', () => {
  test.each(['add', 'pause', 'resume'])('chain %s needs a chain, and names no flag that it lacks', async (verb) => {
    const cli = makeCli()
    for (const tty of [false, true]) {
      expect(await cli(['chain', verb], { tty })).toMatchObject(says(2, `chain ${verb} needs <chain>`))
      expect(await cli(['chain', verb, 'etherem'], { tty })).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/^txwarden: "etherem" is not a chain/),
      })
    }
  })
})

describe('chain remove', () => {
  test('removes by id or host, after a question', async ({ cli }) => {
    const [one, other] = [await startNode(), await startNode()]
    const { id } = await add(cli, one.secret)
    await add(cli, other.secret)
    expect(await cli(['chain', 'remove', id])).toMatchObject({ code: 2 })
    expect(await cli(['chain', 'remove', id, '--dry-run'])).toMatchObject({ code: 0 })
    expect(await listed(cli)).toHaveLength(2)
    expect(await cli(['chain', 'remove', id, other.host, '--yes'])).toMatchObject({ code: 0 })
    expect(await listed(cli)).toEqual([])
    expect(await cli(['chain', 'rm', id, '--yes'])).toMatchObject(says(5, 'there is no node'))
  })
})

test('nodes survive rekey, backup and restore, and an export has none', async ({ cli }) => {
  const node = await startNode()
  const { id } = await add(cli, node.secret)
  const sealed = () => /v1\.([0-9a-f]{8})\./.exec(readFileSync(join(cli.home, 'local.db'), 'latin1'))?.[1]
  const before = sealed()
  expect((await cli(['local', 'rekey', '--yes'])).code).toBe(0)
  expect(sealed()).not.toBe(before)
  const file = join(cli.home, 'copy.db')
  expect((await cli(['local', 'backup', file])).code).toBe(0)
  await cli(['chain', 'remove', id, '--yes'])
  expect((await cli(['local', 'restore', file, '--yes'])).code).toBe(0)
  expect(await cli(['chain', 'test'])).toMatchObject({ code: 0 })
  expect(readFileSync(file, 'latin1')).not.toContain(KEY)
  expect((await cli(['export'])).stdout).not.toContain(node.host)
})

test('completion offers nodes for remove and --node, and chains for add', async ({ cli }) => {
  const node = await startNode()
  const { id } = await add(cli, node.secret)
  const offered = async (...words: string[]) => (await cli(['__complete', ...words])).stdout
  expect(await offered('chain', 'remove', '')).toBe(`${id}\t${node.host} (ethereum)\n`)
  expect(await offered('validate', '--node', '')).toBe(`${id}\t${node.host} (ethereum)\n`)
  expect(await offered('chain', 'add', 'opt')).toMatch(/^optimism\t/)
})

test('a node that does not answer says since when, in the list, the status and doctor', async ({ cli }) => {
  const [good, bad] = [await startNode(), await startNode()]
  await add(cli, good.secret, '--priority', '1')
  await add(cli, bad.secret, '--priority', '2')
  await cli(['chain', 'status'])
  bad.script('closes connection')
  cli.clock.advance(100_000)
  // Its last answer, not the first failure.
  await cli(['chain', 'status'])
  cli.clock.advance(100_000)
  const since = '2026-01-02T03:04:05.000Z'
  expect(await listed(cli)).toMatchObject([{ silentSince: null }, { silentSince: since }])
  expect((await cli(['chain', 'list'], { tty: true, columns: 200 })).stdout).toMatch(/\(last answer 3 min ago\)/)
  expect((await cli.json(['doctor'])).content).toContainEqual({
    check: 'nodes',
    level: 'fail',
    try: 'txwarden chain test ethereum',
    text: expect.stringMatching(/; silent since 2026-01-02 03:04 UTC \(3 min\)$/),
  })
  bad.script('none')
  await cli(['chain', 'status'])
  expect(await listed(cli)).toMatchObject([{ silentSince: null }, { silentSince: null }])
})

test('doctor checks the nodes', async ({ cli }) => {
  const [good, bad] = [await startNode(), await startNode()]
  await add(cli, good.secret, '--priority', '1')
  await add(cli, bad.secret, '--priority', '2')
  bad.script('closes connection')
  const { code, stdout } = await cli(['doctor', '--json'])
  expect(code).toBe(13)
  const { content: checks } = JSON.parse(stdout) as { content: { check: string }[] }
  expect(checks.filter(({ check }) => check === 'nodes')).toEqual([
    { check: 'nodes', level: 'pass', text: `${good.host} (ethereum): block 20000000` },
    {
      check: 'nodes',
      level: 'fail',
      text: expect.stringMatching(new RegExp(`^${bad.host} \\(ethereum\\): `)),
      try: 'txwarden chain test ethereum',
    },
  ])
})

test('chain status --test shows the chains and tests their nodes', async ({ cli }) => {
  const node = await startNode()
  expect(await cli(['chain', 'status', '--test'])).toMatchObject({ code: 6, stdout: '' })
  await add(cli, node.secret)
  const { code, stdout } = await cli(['chain', 'status', '--test', '--json'])
  expect(code).toBe(0)
  const [row] = JSON.parse(stdout).content
  expect(row).toMatchObject({ chain: 'ethereum', nodes: [{ host: node.host, works: true, method: 'eth_simulateV1' }] })
  const shown = (await cli(['chain', 'status', '--test'], { tty: true })).stdout
  expect(shown).toContain('CHAIN')
  expect(shown).toContain(`✓ ${node.host} (ethereum): head in`)
  await node.close()
  expect(await cli(['chain', 'status', '--test'], { tty: true })).toMatchObject({ code: 13 })
  expect(await cli(['chain', 'status', '--test', '--watch'])).toMatchObject({ code: 2 })
})
