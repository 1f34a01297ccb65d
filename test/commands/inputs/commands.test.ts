import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { testAddresses } from '../../../src/service/intel/baseline-records.ts'
import { makeCli, refuses, test } from '../../support/cli.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const SENDER = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const BATCH = 'examples/safe/batch.json'
const BROADCAST = 'examples/foundry/run-latest.json'

const fileOf = (home: string, name: string, value: unknown) => {
  const path = join(home, name)
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value))
  return path
}

describe('validate --file with several transactions', () => {
  test('has a row for each, the form, and the exit code of the worst', async ({ cli }) => {
    const judged = await cli(['validate', '--file', BROADCAST, '--json'])
    expect(judged.code).toBe(12)
    expect(judged.stderr).toBe(`${BROADCAST} is a broadcast file of Foundry, with 2 transactions.\n`)
    expect(JSON.parse(judged.stdout)).toMatchObject({
      form: 'forge-broadcast',
      content: [
        { index: 1, verdict: 'SAFE', chainId: '1', action: expect.stringContaining('pays 1,500 USDC') },
        { index: 2, verdict: 'BLOCKED', result: { combinedScore: 95 } },
      ],
    })
  })

  test('--fail-on sets the gate, and each is stored', async ({ cli }) => {
    expect(await cli(['validate', '--file', BROADCAST, '--fail-on', 'never'])).toMatchObject({ code: 0 })
    expect((await cli.json(['tx', 'list'])).content).toHaveLength(2)
  })

  test('is checked as a whole before anything is sent', async ({ cli }) => {
    const call = { chainId: '1', from: SENDER, to: testAddresses.benign, value: '1' }
    const path = fileOf(cli.home, 'list.json', [call, { ...call, from: '0x12' }])
    expect(await cli(['validate', '--file', path])).toMatchObject(refuses(8, 'transaction 2: "0x12" is not an address'))
    expect((await cli.json(['tx', 'list'])).content).toEqual([])
  })

  test('refuses what is about one transaction', async ({ cli }) => {
    expect(await cli(['validate', '--file', BATCH, '--value', '1'])).toMatchObject(
      refuses(2, `--value is for one transaction, and ${BATCH} has 2`),
    )
  })

  test('checks transactions of a Safe as its owners sign them', async ({ cli }) => {
    const fields = { to: testAddresses.drainer, value: '1', data: null, operation: 1, nonce: 3, safe: SENDER }
    const path = fileOf(cli.home, 'queue.json', {
      count: 2,
      next: null,
      results: [fields, { ...fields, operation: 0 }],
    })
    const judged = await cli(['validate', '--file', path, '--chain', 'ethereum', '--json'])
    expect(judged.code).toBe(12)
    expect(JSON.parse(judged.stdout)).toMatchObject({
      form: 'safe-transaction',
      content: [
        { index: 1, verdict: 'BLOCKED', from: SENDER.toLowerCase() },
        { index: 2, verdict: 'BLOCKED' },
      ],
    })
  })

  test('refuses a transaction of a Safe whose hash is of other fields', async ({ cli }) => {
    const safeTxHash = `0x${'12'.repeat(32)}`
    const fields = { to: SENDER, value: '1', data: '0x', operation: 0, nonce: 3, safe: SENDER, safeTxHash }
    const path = fileOf(cli.home, 'tx.json', fields)
    expect(await cli(['validate', '--file', path, '--chain', 'base'])).toMatchObject(
      refuses(8, 'its safeTxHash is not that of its fields on chain 8453: do not sign it'),
    )
  })

  test('takes the Safe from --from, with its chain before it', async ({ cli }) => {
    const path = fileOf(cli.home, 'tx.json', {
      to: testAddresses.drainer,
      value: '1',
      data: '0x',
      operation: 0,
      nonce: 0,
    })
    const judged = await cli(['validate', '--file', path, '--chain', 'base', '--from', `base:${SENDER}`])
    expect(judged).toMatchObject({ code: 12 })
    expect(await cli(['validate', '--file', path])).toMatchObject(refuses(2, 'validate needs --chain, --from'))
  })

  test('without a chain says which flag is missing', async ({ cli }) => {
    const operation = { sender: SENDER, nonce: '0x1', callData: '0x', callGasLimit: '0x1' }
    const path = fileOf(cli.home, 'op.json', operation)
    expect(await cli(['validate', '--file', path])).toMatchObject(refuses(2, 'validate needs --chain'))
    expect((await cli(['validate', '--file', path, '--chain', 'base'])).stderr).toContain(
      'is a user operation (ERC-4337)',
    )
  })
})

describe('a text', () => {
  const SIGN_IN = 'examples/sign-in.txt'
  const request = (text: string) => ({ method: 'personal_sign', params: [text, SENDER] })

  test.each([
    ['a sign-in', readFileSync(SIGN_IN, 'utf8')],
    ['a request of personal_sign', request(readFileSync(SIGN_IN, 'utf8').trim())],
  ])('in --file is checked as --typed-data checks it: %s', async (_, given) => {
    const stdin = typeof given === 'string' ? given : JSON.stringify(given)
    const flags = ['--site', 'app.example.com', '--json']
    const [asFile, asMessage] = await Promise.all(
      ['--file', '--typed-data'].map((flag) => makeCli()(['validate', flag, '-', ...flags], { stdin })),
    )
    expect(asFile).toMatchObject({ code: 0, stdout: asMessage?.stdout })
    expect(JSON.parse(asFile?.stdout ?? '')).toMatchObject({ verdict: 'SAFE', form: 'sign-in' })
  })

  test('of several has a row, with its reason', async ({ cli }) => {
    const path = fileOf(cli.home, 'texts.json', [request('I agree'), request(readFileSync(SIGN_IN, 'utf8').trim())])
    const judged = await cli(['validate', '--file', path, '--site', 'b.example', '--json'])
    expect(judged.code).toBe(11)
    expect(JSON.parse(judged.stdout)).toMatchObject({
      form: 'json-rpc',
      content: [
        { index: 1, verdict: 'NO DATA', from: SENDER, text: { form: 'text' } },
        { index: 2, verdict: 'UNSAFE', reason: 'it signs in to app.example.com, and b.example asks for it.' },
      ],
    })
  })

  test.each([
    ['another text', 'I agree', 'is none of the forms that are read'],
    ['a hash', request(`0x${'ab'.repeat(32)}`), 'is a raw 32-byte hash'],
  ])('is refused where it is %s', async (_, given, why) => {
    const path = fileOf(temporaryFolder(), 'text', given)
    expect(await makeCli()(['validate', '--file', path])).toMatchObject(refuses(8, why))
  })

  test('is no row of a batch', async ({ cli }) => {
    const path = fileOf(cli.home, 'rows.ndjson', JSON.stringify(request('I agree')))
    expect(await cli(['validate', '--batch', path])).toMatchObject(refuses(8, 'signed and not sent'))
  })
})

describe('other commands', () => {
  test('validate --batch looks addresses up in rows of JSON, too', async ({ cli }) => {
    const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
    const call = { from: SENDER, to: testAddresses.benign, value: '0x1', chainId: '0x1' }
    for (const text of [
      JSON.stringify([{ address }, call]),
      `${JSON.stringify({ address })}\n${JSON.stringify(call)}`,
    ]) {
      const judged = await cli(['validate', '--batch', '-', '-o', 'ndjson'], { stdin: text })
      expect(
        judged.stdout
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
      ).toMatchObject([
        { line: 1, verdict: 'NO DATA', address },
        { line: 2, verdict: 'SAFE' },
      ])
    }
  })

  test('tx decode shows the calls of each', async ({ cli }) => {
    const { content, form } = await cli.json(['tx', 'decode', '--file', BATCH])
    expect(form).toBe('safe-batch')
    expect(content).toMatchObject([
      { index: 1, actions: [expect.stringContaining('1,250.75 USDC')], calls: [{ depth: 0, to: USDC }] },
      { index: 2, actions: [expect.stringContaining('1.5 ETH')], calls: [{ depth: 0 }] },
    ])
  })

  test('validate --batch takes a file that has all transactions in one document', async ({ cli }) => {
    const judged = await cli(['validate', '--batch', BROADCAST, '-o', 'ndjson'])
    expect(judged.code).toBe(12)
    const rows = judged.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(rows).toMatchObject([
      { line: 1, verdict: 'SAFE' },
      { line: 2, verdict: 'BLOCKED' },
    ])
  })

  test('validate --batch takes requests of wallets as rows', async ({ cli }) => {
    const call = { from: SENDER, to: testAddresses.benign, value: '0x1', chainId: '0x1' }
    const request = { jsonrpc: '2.0', id: 1, method: 'eth_sendTransaction', params: [call] }
    const path = fileOf(cli.home, 'rows.ndjson', `${JSON.stringify(request)}\n${JSON.stringify(call)}\n`)
    expect((await cli(['validate', '--batch', path])).stderr).toContain('2 rows: 2 SAFE')
  })

  test.each([';', '\t'])('validate --batch takes columns between %j', async (delimiter) => {
    const cli = makeCli()
    const cells = [
      ['chain', 'from', 'to', 'token', 'amount', 'note'],
      ['ethereum', SENDER, testAddresses.benign, 'USDC', '5', 'a, b'],
    ]
    const path = fileOf(cli.home, 'rows.csv', cells.map((row) => row.join(delimiter)).join('\n'))
    const [row] = (await cli(['validate', '--batch', path, '-o', 'ndjson'])).stdout.split('\n')
    expect(JSON.parse(row ?? '')).toMatchObject({ verdict: 'SAFE', amount: '5', note: 'a, b' })
  })
})

describe('safe hash', () => {
  const version = ['--safe-version', '1.4.1']

  test('of a batch is that of the delegatecall by which wallets send it', async ({ cli }) => {
    const { safeTxHash, batch } = await cli.json(['safe', 'hash', '--batch', BATCH, ...version, '--nonce', '41'])
    expect(safeTxHash).toBe('0xddbe73a9311cd24ac481c0e5e04ad36d73d27e89d7216e31ecc0cbe2b9fda8f3')
    expect(batch).toMatchObject({ calls: 2, to: '0x9641d764fc13c8b624c04430c7356c1c7c8102e2', operation: 1 })
  })

  test('of a batch needs a nonce, and says what makes the calls', async ({ cli }) => {
    const { code, stderr } = await cli(['safe', 'hash', '--batch', BATCH, ...version])
    expect(code).toBe(2)
    expect(stderr).toContain('safe hash needs --nonce')
    expect(stderr).toContain('0x3356aac386aeee994ef4d30a74b514cacbc3584f510f29099fc35598c90062ba')
  })

  test('of a batch on a chain whose MultiSend is not known needs --multi-send', async ({ cli }) => {
    const flags = ['safe', 'hash', '--batch', BATCH, '--safe-version', '1.1.1', '--nonce', '1']
    expect(await cli(flags)).toMatchObject(refuses(2, 'safe hash needs --multi-send'))
    expect((await cli([...flags, '--multi-send', USDC, '--json'])).code).toBe(0)
  })

  test('of several transactions asks which one', async ({ cli }) => {
    const fields = { to: USDC, value: '0', data: null, operation: 0, nonce: 0 }
    const path = fileOf(cli.home, 'list.json', { results: [fields, { ...fields, value: '1' }] })
    const flags = ['safe', 'hash', '--file', path, '--safe', `sep:${SENDER}`, ...version]
    expect(await cli(flags)).toMatchObject(refuses(2, 'has 2 transactions: --index chooses one'))
    expect((await cli([...flags, '--index', '3'])).code).toBe(2)
    const [first, second] = await Promise.all(['1', '2'].map((index) => cli.json([...flags, '--index', index])))
    expect(first?.safeTxHash).not.toBe(second?.safeTxHash)
  })

  test('has the hashes of an approval in a pipe, too', async ({ cli }) => {
    const owner = ['--owner-safe', USDC, '--owner-safe-nonce', '1']
    const flags = [
      'safe',
      'hash',
      '--file',
      'examples/safe/add-owner.json',
      '--safe',
      SENDER,
      '--chain',
      'base',
      ...version,
    ]
    const { stdout } = await cli([...flags, ...owner])
    expect(stdout.trim().split('\t')).toHaveLength(7)
  })
})

describe('an address with its chain before it', () => {
  const flags = ['validate', '--from', SENDER, '--value', '1']

  test.each([
    ['says the chain', ['--to', `eth:${testAddresses.benign}`], 0],
    ['is the chain', ['--to', `eip155:1:${testAddresses.benign}`, '--chain', 'eip155:1'], 0],
    ['is the chain in hexadecimal', ['--to', `eth:${testAddresses.benign}`, '--chain', '0x1'], 0],
  ])('%s', async (_, more, code) => {
    expect(await makeCli()([...flags, ...more])).toMatchObject({ code, stderr: '' })
  })

  test.each([
    ['another chain', `oeth:${testAddresses.benign}`, 'is for chain 10 (oeth), and this is for chain 1'],
    ['no chain', `nowhere:${testAddresses.benign}`, 'has the prefix "nowhere", which is no chain that is known'],
  ])('is refused for %s', async (_, address, words) => {
    expect(await makeCli()([...flags, '--to', address, '--chain', 'ethereum'])).toMatchObject(refuses(2, words))
  })

  test('is read in rows, and refused where it is of another chain', async ({ cli }) => {
    const rows = (prefix: string) => `chain,from,to,value\nethereum,${SENDER},${prefix}:${testAddresses.benign},1wei\n`
    const good = fileOf(cli.home, 'good.csv', rows('eth'))
    expect(await cli(['validate', '--batch', good])).toMatchObject({ code: 0 })
    const bad = fileOf(cli.home, 'bad.csv', rows('base'))
    expect(await cli(['validate', '--batch', bad])).toMatchObject(refuses(8, 'is for chain 8453 (base)'))
  })

  test('makes an entry of a control list for its chain', async ({ cli }) => {
    expect(await cli(['control-list', 'add', `base:${SENDER}`, '--type', 'block'])).toMatchObject({ code: 0 })
    expect((await cli.json(['control-list', 'list'])).content).toMatchObject([{ chainIds: ['8453'] }])
    expect(await cli(['control-list', 'add', `base:${USDC}`, SENDER, '--type', 'block'])).toMatchObject(
      refuses(2, 'has no chain before it, and another address has one'),
    )
  })
})
