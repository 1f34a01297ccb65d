import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { checksummed } from '../../../../src/api/address.ts'
import { testAddresses } from '../../../../src/service/intel/baseline-records.ts'
import { asTyped, type Cli, makeCli, test } from '../../../support/cli.ts'

const SENDER = '0x5e4de0a1b3c2d4f5061728394a5b6c7d8e9fa0b1'
const PAYEE = '0x57a4d4f5061728394a5b6c7d8e9fa0b1c2d3e4f5'
const MULE = '0x301e1111222233334444555566667777888899aa'
const SECOND = '0x5ec01111222233334444555566667777888899bb'
const ROUTER = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d'
const { drainer: DRAINER, sanctioned: SANCTIONED, mixer: MIXER } = testAddresses

interface Result {
  readonly combinedScore: number
  readonly combinedScoreDetails: { readonly hops: number; readonly subCategory: string }
  readonly internalAddressesWithMaxScore: readonly { readonly address: string; readonly maxScore: number }[]
  readonly explanation: {
    readonly missing: readonly string[]
    readonly reasons: readonly { readonly hops: number; readonly path?: readonly string[] }[]
  }
}

function fileIn(cli: Cli, name: string, content: unknown): string {
  const path = join(cli.home, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

async function validated(cli: Cli, ...argv: string[]): Promise<Result> {
  const validated = await cli([
    ...asTyped(`validate --chain 1 --from ${SENDER} --to ${PAYEE} --value 1 --json`),
    ...argv,
  ])
  expect(validated.stderr).toBe('')
  return JSON.parse(validated.stdout) as Result
}

async function withEdges(...edges: readonly (readonly [string, string])[]): Promise<Cli> {
  const cli = makeCli()
  const rows = ['from,to', ...edges.map((edge) => edge.join(','))].join('\n')
  expect(await cli(['intel', 'graph', 'import', fileIn(cli, 'edges.csv', rows)])).toMatchObject({ code: 0, stderr: '' })
  return cli
}

describe('the hop graph', () => {
  test.each([
    ['one transfer away', [[DRAINER, PAYEE]], 1, 65, [DRAINER]],
    [
      'two',
      [
        [PAYEE, MULE],
        [DRAINER, MULE],
      ],
      2,
      42,
      [MULE, DRAINER],
    ],
    [
      'three',
      [
        [MULE, PAYEE],
        [MULE, SECOND],
        [SECOND, DRAINER],
      ],
      3,
      28,
      [MULE, SECOND, DRAINER],
    ],
  ] as const)('a drainer %s counts less with every transfer', async (_, edges, hops, score, path) => {
    const result = await validated(await withEdges(...edges))
    expect(result).toMatchObject({
      combinedScore: score,
      combinedScoreDetails: { hops, subCategory: 'maliciousInteraction' },
    })
    expect(result.explanation.reasons.find((reason) => reason.hops === hops)?.path).toEqual(path.map(checksummed))
  })

  test('the shortest of several paths is reported', async () => {
    const cli = await withEdges([PAYEE, MULE], [MULE, SANCTIONED], [PAYEE, SANCTIONED])
    expect(await validated(cli)).toMatchObject({ combinedScore: 69, combinedScoreDetails: { hops: 1 } })
  })

  test.each([
    [
      'four transfers away',
      [
        [PAYEE, MULE],
        [MULE, SECOND],
        [SECOND, `0x${'a1'.repeat(20)}`],
        [`0x${'a1'.repeat(20)}`, DRAINER],
      ],
    ],
    [
      'behind a router',
      [
        [PAYEE, ROUTER],
        [ROUTER, DRAINER],
      ],
    ],
    [
      'behind the sender',
      [
        [SENDER, PAYEE],
        [SENDER, DRAINER],
      ],
    ],
  ] as const)('nothing is reported about a drainer %s', async (_, edges) => {
    expect(await validated(await withEdges(...edges))).toMatchObject({ combinedScore: 0 })
  })

  test('applies to its own chain', async ({ cli }) => {
    const rows = `${JSON.stringify({ from: MIXER, to: PAYEE, chainId: 10 })}\n`
    const imported = await cli(['intel', 'graph', 'import', '-', '--json'], { stdin: rows })
    expect(JSON.parse(imported.stdout)).toEqual({ read: 1, kept: 1, rejected: 0, rejections: [] })
    expect(await validated(cli)).toMatchObject({ combinedScore: 0 })
    expect(await validated(cli, '--chain', 'optimism')).toMatchObject({
      combinedScoreDetails: { hops: 1, subCategory: 'mixerMaliciousContractInteraction' },
    })
  })

  test('a neighborhood of thousands is searched in part, and quickly', async () => {
    const crowd = Array.from(
      { length: 3000 },
      (_, n) => [PAYEE, `0x${(n + 1).toString(16).padStart(40, 'c')}`] as const,
    )
    expect((await validated(await withEdges(...crowd))).explanation.missing).not.toContain(
      'No known transfers between addresses',
    )
  })

  test('is listed as missing when there is none', async () => {
    expect((await validated(makeCli())).explanation.missing).toContain('No known transfers between addresses')
  })
})

describe('intel graph import', () => {
  test('counts rejected rows with reasons', async ({ cli }) => {
    const rows = [
      'To,FROM,chainId',
      `${PAYEE},${MULE},1`,
      `${PAYEE},${MULE},base`,
      `${PAYEE},0x12,1`,
      `${PAYEE},${MULE},777`,
    ]
    const imported = await cli(['intel', 'graph', 'import', fileIn(cli, 'edges.csv', rows.join('\r\n'))], { tty: true })
    expect(imported).toMatchObject({ code: 0 })
    expect(imported.stdout).toContain('  read 4, kept 2, rejected 2\n')
    expect(imported.stdout).toContain('rejected 1: not an address')
    expect(imported.stdout).toContain('rejected 1: unsupported chain 777')
    expect((await cli(['audit', 'list', '--fields', 'action'])).stdout).toBe('intel.graph-import\n')
  })

  test('imports nothing from another kind of file', async ({ cli }) => {
    const wrong = fileIn(cli, 'edges.csv', ['from,to', 'a,b', 'c,d', `${DRAINER},${PAYEE}`].join('\n'))
    expect(await cli(['intel', 'graph', 'import', wrong, '--json'])).toMatchObject({ code: 8, stdout: '' })
    const headless = fileIn(cli, 'other.csv', 'name,age\nx,1\n')
    expect((await cli(['intel', 'graph', 'import', headless, '--json'])).stderr).toContain('not-this-format')
    expect(await validated(cli)).toMatchObject({ combinedScore: 0 })
  })

  test('previews in a dry run', async ({ cli }) => {
    const path = fileIn(cli, 'edges.csv', `from,to\n${DRAINER},${PAYEE}\n`)
    expect((await cli(['intel', 'graph', 'import', path, '--dry-run'], { tty: true })).stdout).toContain('Would add')
    expect(await validated(cli)).toMatchObject({ combinedScore: 0 })
  })
})

describe('a trace', () => {
  const frame = (to: string, calls: readonly unknown[] = []) => ({
    type: 'CALL',
    from: SENDER,
    to,
    value: '0x1',
    gas: '0x5208',
    gasUsed: '0x5208',
    input: '0x',
    ...(calls.length > 0 && { calls }),
  })

  test('adds its addresses to the check', async ({ cli }) => {
    const trace = fileIn(cli, 'trace.json', { jsonrpc: '2.0', id: 1, result: frame(PAYEE, [frame(SANCTIONED)]) })
    const result = await validated(cli, '--trace', trace)
    expect(result.combinedScore).toBe(100)
    expect(result.combinedScoreDetails.subCategory).toBe('sanctionedInteraction')
    expect(result.internalAddressesWithMaxScore).toEqual([
      expect.objectContaining({ address: SANCTIONED, maxScore: 100 }),
    ])
    expect(result.explanation.missing).not.toContain('No trace')
  })

  test('may be the flat list of trace_transaction', async ({ cli }) => {
    const call = (to: string, traceAddress: readonly number[], subtraces: number) => ({
      type: 'call',
      action: { callType: 'call', from: SENDER, to, value: '0x1', gas: '0x5208', input: '0x' },
      result: { gasUsed: '0x0', output: '0x' },
      traceAddress,
      subtraces,
    })
    const list = { jsonrpc: '2.0', id: 1, result: [call(PAYEE, [], 1), call(SANCTIONED, [0], 0)] }
    const result = await validated(cli, '--trace', fileIn(cli, 'trace.json', list))
    expect(result.combinedScoreDetails.subCategory).toBe('sanctionedInteraction')
    expect(result.explanation.missing).toContain('Trace has no logs: token movements are not shown')
  })

  test('is matched with control lists', async ({ cli }) => {
    await cli(['control-list', 'add', MULE, '--type', 'block'])
    const result = await validated(cli, '--trace', fileIn(cli, 'trace.json', frame(PAYEE, [frame(MULE)])))
    expect(result.combinedScoreDetails.subCategory).toBe('blockedAddress')
  })

  test.each([
    ['no trace at all', { hello: 'world' }, 'trace is not a call trace'],
    ['one that breaks inside', frame(PAYEE, [{ ...frame(MULE), to: 'me' }]), 'trace is not a call trace'],
    ['a flat one that breaks inside', [{ type: 'call', action: {} }], 'trace is not a call trace'],
    ['one of another transaction', frame(MULE), `trace is of another transaction: it calls ${MULE}`],
    [
      'one of another sender',
      { ...frame(PAYEE), from: MULE },
      `trace is of another transaction: its sender is ${MULE}`,
    ],
  ])('that is %s is rejected', async (_, trace, message) => {
    const cli = makeCli()
    const validated = await cli([
      ...asTyped(`validate --chain 1 --from ${SENDER} --to ${PAYEE} --json --trace`),
      fileIn(cli, 'trace.json', trace),
    ])
    expect(validated).toMatchObject({ code: 8, stdout: '' })
    expect(validated.stderr).toContain(message)
  })
})
