import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import type { AssetChange, Simulation, StandingApproval } from '../../src/api/schemas/simulation.ts'
import type { ValidationResult } from '../../src/api/schemas/transaction.ts'
import { plainPaint } from '../../src/cli/output/paint.ts'
import { safeValue } from '../../src/cli/output/terminal-text.ts'
import { utc } from '../../src/cli/output/time-zone.ts'
import { visibleLength } from '../../src/cli/output/words.ts'
import { verdictCard } from '../../src/commands/validate/card.ts'
import { json, serveHttp } from '../client/support/http-server.ts'
import { anyCharacter } from '../support/any-character.ts'
import { type CliResult, makeCli, test } from '../support/cli.ts'

const SENDER = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const WETH = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const SPENDER = '0x7E571205cDD004f106BBC6F1083df3D562f4C313'
const SAFE = '0x5aFE3855358E112B5647B952709E6165e1c1eEEe'
const HASH = `0x9f1c${'0'.repeat(56)}b2e4`

const sendUsdc: AssetChange = {
  owner: SENDER,
  standard: 'erc20',
  token: USDC,
  symbol: 'USDC',
  decimals: 6,
  verified: true,
  amount: '-250000000000',
  usd: -250_000,
}
const approveWeth: StandingApproval = {
  owner: SENDER,
  spender: SPENDER,
  standard: 'erc20',
  token: WETH,
  symbol: 'WETH',
  decimals: 18,
  verified: true,
  amount: 'unlimited',
  takes: '3200000000000000000',
}
const simulation: Simulation = {
  status: 'ok',
  method: 'trace+simulate',
  blockNumber: 25_310_112,
  blockHash: HASH,
  summary: 'You send 250,000 USDC; you receive nothing',
  assetChanges: [sendUsdc],
  approvals: [approveWeth],
}
const detail = { value: 90, category: 'cyber', subCategory: 'x', subCategoryDescription: 'x', hops: 0 }
const result: ValidationResult = {
  valid: true,
  combinedScore: 90,
  combinedScoreDetails: detail,
  coverage: 'partial',
  svcTxId: 'id-1',
  scoreDetails: { fraud: detail, cyber: detail, compliance: detail },
  controlLists: [],
  internalAddressesWithMaxScore: [],
  explanation: { actions: ['calls claim()'], reasons: [], missing: ['No known transfers between addresses'] },
  simulation,
  chainCoverage: { status: 'full', node: 'node.example.org', missing: [] },
}

const validate = ['validate', '--chain', 'ethereum', '--from', SENDER, '--to', USDC]

/** Runs a command against a service that answers every request with `answer`. */
async function against(answer: object, argv: readonly string[], columns = 100) {
  await using service = await serveHttp((response) => json(response, answer))
  const env = { TXWARDEN_BASE_URL: service.url.origin, TXWARDEN_VALIDATION_KEY: 'a-key' }
  const isTable = columns > 0
  const ran = await makeCli()(argv, { env, ...(isTable && { tty: true, columns }) })
  return { ...ran, seen: service.seen }
}

const withSimulation = (changed: Partial<Simulation>) => ({ ...result, simulation: { ...simulation, ...changed } })

describe('the card', () => {
  test('tells what happens first, then the changes of assets, then the reasons', async () => {
    const reasons = [
      { ...detail, rule: 'r', subject: SPENDER, role: 'spender', points: 90, text: 'is bad', source: 's' },
    ]
    const { stdout } = await against({ ...result, explanation: { ...result.explanation, reasons } }, validate)
    expect(stdout).toMatchInlineSnapshot(`
      "
        You send 250,000 USDC; you receive nothing
        calls claim()

       UNSAFE   ██████████████████░░  90/100  cyber · x

        The spender 0x7E571205cDD004f106BBC6F1083df3D562f4C313 is bad.

        chain     ethereum (1)
        from      0x7E57E185F01f2900F3b969962D790bD76275007A
        to        0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
        value     0 ETH
        known     in part; node: block 25,310,112 (see --explain)

        Simulated on ethereum block 25,310,112 (0x9f1c…b2e4)
        out       −250,000 USDC   $250,000  0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
        in        nothing
        allowance unlimited WETH            0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2
                  to 0x7E571205cDD004f106BBC6F1083df3D562f4C313
                  takes 3.2 WETH in a simulated next block

        Why
         90  spender 0x7E571205cDD004f106BBC6F1083df3D562f4C313
             is bad
             r · s

        id        id-1
        next      txwarden control-list add 0x7E571205cDD004f106BBC6F1083df3D562f4C313 --type block
                    to block it, or --type allow once it is verified

      "
    `)
  })

  test('keeps the addresses of tokens whole where they do not fit beside the amounts', async () => {
    for (const columns of [80, 100, 160]) {
      const { stdout } = await against(result, validate, columns)
      for (const address of [USDC, WETH, SPENDER]) expect(stdout).toContain(address)
      for (const line of stdout.split('\n')) expect(visibleLength(line)).toBeLessThanOrEqual(columns)
    }
  })

  test('needs no colour: with colours, the text is the same', async () => {
    const plain = await against(result, validate)
    await using service = await serveHttp((response) => json(response, result))
    const env = { TXWARDEN_BASE_URL: service.url.origin, TXWARDEN_VALIDATION_KEY: 'a-key' }
    const coloured = await makeCli()(validate, { tty: true, columns: 100, env: { ...env, NO_COLOR: '' } })
    expect(coloured.stdout).toContain('\u001b[')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours
    expect(coloured.stdout.replace(/\u001b\[\d+m/g, '')).toBe(plain.stdout)
  })

  const rows: readonly (readonly [string, Partial<AssetChange>, string])[] = [
    [
      'the native currency',
      { standard: 'native', token: undefined, amount: '-500000000000000000' },
      'out       −0.5 ETH',
    ],
    ['an amount that comes', { amount: '1' }, 'in        +0.000001 USDC'],
    ['an item', { standard: 'erc721', tokenId: '7', amount: '1', symbol: 'APE' }, 'in        +item 7 of APE'],
    ['copies', { standard: 'erc1155', tokenId: '7', amount: '-12', symbol: 'CUP' }, 'out       −12 × item 7 of CUP'],
    ['a token without decimals', { decimals: undefined, amount: '-1500' }, 'out       −1500 units of USDC'],
    ['absurd decimals', { decimals: 255, amount: '-1500' }, 'out       −1500 units of USDC'],
    ['an absurd amount', { amount: `-${'9'.repeat(77)}` }, 'out       −about 9.99e70 USDC'],
    ['a symbol that no list confirms', { verified: undefined, amount: '-1000000' }, 'out       −1 USDC (unverified)'],
    ['no symbol', { symbol: undefined, amount: '-1000000' }, 'out       −1 a token without a symbol'],
    ['a symbol that looks like another row', { symbol: 'A + 5 ETH', amount: '-1000000' }, 'out       −1 "A + 5 ETH"'],
    ['a symbol of digits', { symbol: '000', amount: '-1000000' }, 'out       −1 "000"'],
    ['a symbol that reverses the amount', { symbol: '\u05d0', amount: '-1000000' }, 'out       −1 "\\u{5d0}"'],
    ['a symbol that imitates another one', { symbol: 'USD\u0422', amount: '-1000000' }, 'out       −1 "USD\\u{422}"'],
    [
      'a symbol of another script',
      { symbol: '\u0420\u0423\u0411', amount: '-1000000' },
      'out       −1 \u0420\u0423\u0411',
    ],
    ['a worth below a cent', { usd: -0.001 }, 'under $0.01'],
    ['no number', { amount: 'much' }, 'in        ? USDC'],
  ]
  test.each(rows)('shows %s', async (_, changed, line) => {
    const { stdout } = await against(withSimulation({ assetChanges: [{ ...sendUsdc, ...changed }] }), validate)
    expect(stdout).toContain(line)
  })

  test('says that nothing comes back, and that nothing changes', async () => {
    expect((await against(result, validate)).stdout).toMatch(/^ {2}in {8}nothing$/m)
    const swap = withSimulation({ assetChanges: [{ ...sendUsdc, amount: '1' }, sendUsdc] })
    const { stdout } = await against(swap, validate)
    expect(stdout).not.toMatch(/^ {2}in {8}nothing$/m)
    expect(stdout.indexOf('−250,000')).toBeLessThan(stdout.indexOf('+0.000001'))
    expect((await against(withSimulation({ assetChanges: [], approvals: [] }), validate)).stdout).toContain(
      'changes   none',
    )
  })

  test('separates the changes of other accounts', async () => {
    const { stdout } = await against(
      withSimulation({ assetChanges: [sendUsdc, { ...sendUsdc, owner: SAFE, amount: '5000000' }] }),
      validate,
    )
    const paid = await against(withSimulation({ assetChanges: [{ ...sendUsdc, owner: SAFE }] }), validate)
    expect(paid.stdout).toMatch(new RegExp(`account {3}${SAFE}\\n {2}out .*\\n {2}in {8}nothing`))
    expect(stdout).toMatch(new RegExp(`in {8}nothing\\n {2}account {3}${SAFE}\\n {2}in {8}\\+5 USDC`))
  })

  const operator = { ...approveWeth, standard: 'erc721' as const, amount: undefined, takes: undefined, approved: true }
  const approvals: readonly (readonly [string, StandingApproval, string[]])[] = [
    [
      'unlimited',
      approveWeth,
      ['allowance unlimited WETH', `to ${SPENDER}`, 'takes 3.2 WETH in a simulated next block'],
    ],
    [
      'a lower amount',
      { ...approveWeth, amount: '1500000000000000000', before: 'unlimited' },
      ['allowance 1.5 WETH, was unlimited'],
    ],
    [
      'a lower amount of a limited one',
      { ...approveWeth, amount: '1500000000000000000', before: '2000000000000000000' },
      ['allowance 1.5 WETH, was 2 WETH'],
    ],
    ['an amount', { ...approveWeth, amount: '1500000000000000000' }, ['allowance 1.5 WETH']],
    ['an operator', { ...operator, symbol: 'APE' }, ['allowance every item of APE']],
    ['an item', { ...operator, tokenId: '7', symbol: 'APE' }, ['allowance item 7 of APE']],
    ['of another account', { ...approveWeth, owner: SAFE }, [`to ${SPENDER} by\n            ${SAFE}\n`]],
    ['taken back', { ...operator, approved: false, symbol: 'APE' }, ['revoked   every item of APE']],
  ]
  test.each(approvals)('shows an allowance: %s', async (_, approval, lines) => {
    const { stdout } = await against(withSimulation({ approvals: [approval] }), validate)
    for (const line of lines) expect(stdout).toContain(line)
  })

  test('of a revert says that it probably fails and that its effects are not known, and the reason once', async () => {
    const reverted = { status: 'reverted' as const, reason: 'insufficient balance', assetChanges: [], approvals: [] }
    for (const summary of [undefined, 'It fails at this block: insufficient balance; its effects are not known']) {
      const { stdout } = await against(withSimulation({ ...reverted, summary }), validate)
      expect(stdout).toMatch(/^ {2}Likely to fail.* Its effects are not known\.$/m)
      expect(stdout).toContain('  Simulated on ethereum block 25,310,112 (0x9f1c…b2e4)\n')
      expect(stdout.match(/insufficient balance/g)).toHaveLength(1)
      expect(stdout).not.toMatch(/^ {2}(?:in|out|changes) /m)
    }
  })

  test('of no simulation gives the reason in one line', async () => {
    const missing = { status: 'none' as const, missing: ['The node did not answer'] }
    const none = withSimulation({ status: 'unavailable', method: 'none', reason: 'the node did not answer' })
    const { stdout } = await against({ ...none, chainCoverage: missing }, [...validate, '--explain'])
    expect(stdout).toContain('\n  Not simulated: the node did not answer.\n')
    expect(stdout).toMatch(/known {5}in part; node: nothing/)
    expect(stdout).toMatch(/Missing data\n {2}No known transfers between addresses\n {2}The node did not answer\n/)
  })

  test('names what adds missing data by its code, whatever its text says', async () => {
    const missing = [
      'No known transfers between addresses',
      'No chain evidence: paused',
      'Not simulated: paused',
      'Unknown selector 0x1',
    ]
    const missingData = ['no-graph', 'chain-paused', 'not-simulated', 'constructor'].map((code) => ({ code }))
    const given = { ...withSimulation({}), chainCoverage: { status: 'none' as const, missing, missingData } }
    expect((await against(given, [...validate, '--explain'], 200)).stdout).toContain(
      [
        '  No known transfers between addresses (txwarden intel graph import adds one)',
        '  No chain evidence: paused (txwarden chain resume requests them again)',
        '  Not simulated: paused',
        '  Unknown selector 0x1\n',
      ].join('\n'),
    )
  })

  test('bounds the rows, and says how many more there are', async () => {
    const changes = Array.from({ length: 100 }, (_, index) => ({ ...sendUsdc, amount: `-${index + 1}` }))
    const rowsOf = ({ stdout }: CliResult) => stdout.match(/^ {2}out /gm)?.length
    const short = await against(withSimulation({ assetChanges: changes }), validate)
    expect([rowsOf(short), short.stdout.includes('and 94 more: --explain')]).toEqual([8, true])
    const long = await against(withSimulation({ assetChanges: changes }), [...validate, '--explain'])
    expect([rowsOf(long), long.stdout.includes('and 42 more: --json')]).toEqual([60, true])
  })

  test('says that the trace alone measures nothing', async () => {
    expect((await against(withSimulation({ method: 'trace' }), validate)).stdout).toContain(
      'balances were not measured',
    )
  })

  const anyText = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 40 }),
    fc
      .array(fc.constantFrom('\n', '\r', '\t', '\u001b[2J', '\u202e', '\u05d0', '  out       −1 ETH', ' ', 'x', '+5'), {
        maxLength: 9,
      })
      .map((parts) => parts.join('')),
  )
  test('no symbol forges a row, reverses an amount or moves the cursor', () => {
    const cardOf = (symbol: string) => {
      const symbols = {
        ...withSimulation({ assetChanges: [{ ...sendUsdc, symbol }], approvals: [{ ...approveWeth, symbol }] }),
      }
      const request = { transaction: { chainId: '1', from: SENDER, to: USDC }, trackNonce: false }
      const card = {
        verdict: 'UNSAFE' as const,
        request,
        detail: 'full' as const,
        next: [],
        result: safeValue(symbols),
        zone: utc,
      }
      return verdictCard(card, plainPaint, 200)
    }
    const shape = (card: string) => card.split('\n').map((line) => line.slice(0, 12).trim())
    const honest = shape(cardOf('USDC'))
    fc.assert(
      fc.property(anyText, (symbol) => {
        const card = cardOf(symbol)
        expect(shape(card)).toEqual(honest)
        expect(card.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u0590-\u08ff]/u)
        const [, shown = ''] = /out {7}−250,000 (.*?) {2,}\$250,000 {2}0x/.exec(card) ?? []
        expect(shown).toMatch(/^(?:\S+|"[^"]*"|a token without a symbol)$/)
      }),
    )
  })
})

describe('what programs read', () => {
  test('JSON has everything, and TSV its columns', async () => {
    expect(JSON.parse((await against(result, [...validate, '--json'], 0)).stdout)).toEqual({
      verdict: 'UNSAFE',
      ...result,
    })
    expect((await against(result, validate, 0)).stdout).toBe('UNSAFE\t90\tcyber\tx\tid-1\t\n')
  })
})

describe('the flags', () => {
  test('are sent as headers, for transactions and for messages', async () => {
    const flags = ['--simulate', 'auto', '--node', 'main', '--block', '0x1823330', '--chain-timeout', '500ms']
    const headers = {
      'x-txwarden-simulate': 'auto',
      'x-txwarden-node': 'main',
      'x-txwarden-block': '25310000',
      'x-txwarden-chain-timeout': '500',
    }
    const message = ['validate', '--typed-data', 'examples/permit-to-drainer.json']
    for (const argv of [validate, message])
      expect((await against(result, [...argv, ...flags])).seen.at(-1)?.headers).toMatchObject(headers)
    const [bare] = (await against(result, validate)).seen
    for (const name of Object.keys(headers)) expect(bare?.headers).not.toHaveProperty(name)
  })

  test.each([
    [['--simulate', 'maybe'], '"maybe" is not one of auto, yes, no'],
    [['--block', 'latest'], '--block: "latest" is not a block: a number, or a hash of 0x and 64 hex digits'],
    [['--block', '-1'], '--block'],
    [['--chain-timeout', '1ms'], '--chain-timeout: 1ms is not between 50ms and 10s'],
    [['--chain-timeout', '1m'], '--chain-timeout: 1m is not between 50ms and 10s'],
    [['--simulate', 'no', '--block', '1'], '--block and --simulate no exclude each other'],
    [['--simulate', 'yes', '--api-version', 'v1'], '--simulate needs --api-version v2'],
    [['--node', 'main', '--api-version', 'v1'], '--node needs --api-version v2'],
  ])('%j is refused in one line, before any request', async (flags, text) => {
    const { code, stdout, stderr, seen } = await against(result, [...validate, ...flags], 0)
    expect([code, stdout, seen.length]).toEqual([2, '', 0])
    expect(stderr).toContain(text)
  })

  test('--simulate yes gives no verdict without a simulation: exit code 6, and one request', async () => {
    const { simulation: _, chainCoverage: __, ...offline } = result
    const unavailable = withSimulation({ status: 'unavailable', reason: 'the node lags' })
    for (const [answer, why] of [
      [offline, 'it ignored --simulate yes'],
      [unavailable, 'it did not simulate: the node lags'],
    ] as const) {
      const { code, stdout, stderr, seen } = await against(answer, [...validate, '--simulate', 'yes'], 0)
      expect([code, stdout, seen.length]).toEqual([6, '', 1])
      expect(stderr).toContain(why)
    }
    for (const status of ['ok', 'reverted'] as const)
      expect((await against(withSimulation({ status }), [...validate, '--simulate', 'yes'], 0)).code).toBe(11)
  })

  test('the local service has no verdict without a node either, and nothing is stored', async ({ cli }) => {
    const refused = await cli([...validate, '--simulate', 'yes', '--json'])
    expect(refused).toMatchObject({ code: 6, stdout: '' })
    expect(JSON.parse(refused.stderr)).toMatchObject({
      error: { code: 'simulation-unavailable', status: 503, try: 'txwarden chain status' },
    })
    const message = await cli(['validate', '--typed-data', 'examples/permit-to-drainer.json', '--simulate', 'yes'])
    expect(message).toMatchObject({
      code: 6,
      stdout: '',
      stderr: expect.stringMatching(/Try: txwarden chain status\n$/),
    })
    expect((await cli.json(['tx', 'list'])).content).toEqual([])
    for (const mode of ['auto', 'no']) expect((await cli([...validate, '--simulate', mode])).code).toBe(0)
  })

  test('a service that asks no node leaves --block and --node without effect, which is noted', async () => {
    const { simulation: _, chainCoverage: __, ...offline } = result
    for (const flag of ['--block', '--node'])
      expect((await against(offline, [...validate, flag, '1'], 0)).stderr).toMatch(
        new RegExp(`^! The service \\(.*\\) queried no node, so ${flag} had no effect.\n$`),
      )
    expect((await against(result, [...validate, '--block', '1'], 0)).stderr).toBe('')
  })

  test('where no simulation ran, a line on stderr says so to readers of TSV, and counts the rows of a batch', async () => {
    const lagging = withSimulation({ status: 'unavailable', reason: 'the node lags' })
    const note = '! Not simulated: the node lags. The verdict is the one without a node.\n'
    expect(await against(lagging, validate, 0)).toMatchObject({ code: 11, stderr: note })
    for (const argv of [
      [...validate, '--json'],
      [...validate, '-q'],
    ])
      expect((await against(lagging, argv, 0)).stderr).toBe('')
    const rows = `1,${SENDER},${USDC}\n1,${SENDER},${WETH}\n`
    await using service = await serveHttp((response) => json(response, lagging))
    const env = { TXWARDEN_BASE_URL: service.url.origin, TXWARDEN_VALIDATION_KEY: 'a-key' }
    const batch = await makeCli()(['validate', '--batch', '-', '--format', 'csv'], {
      env,
      stdin: `chain,from,to\n${rows}`,
    })
    expect(batch.stderr).toContain('! 2 rows were not simulated: --json has the reasons (result.simulation.reason).\n')
  })

  test('a batch sends them with every row, and a row without its simulation is not validated', async ({ cli }) => {
    const rows = join(cli.home, 'rows.csv')
    writeFileSync(rows, `chain,from,to\n1,${SENDER},${USDC}\n`)
    const runBatch = async (answer: object, ...flags: string[]) => {
      await using service = await serveHttp((response) => json(response, answer))
      const env = { TXWARDEN_BASE_URL: service.url.origin, TXWARDEN_VALIDATION_KEY: 'a-key' }
      const ran = await cli(['validate', '--batch', rows, ...flags], { env })
      return { ...ran, headers: service.seen.map(({ headers }) => headers['x-txwarden-simulate']) }
    }
    const { simulation: _, ...offline } = result
    expect(await runBatch(result, '--simulate', 'yes')).toMatchObject({ code: 11, headers: ['yes'] })
    const refused = await runBatch(offline, '--simulate', 'yes')
    expect([refused.code, refused.headers]).toEqual([4, ['yes']])
    expect(refused.stdout).not.toContain('UNSAFE')
  })
})
