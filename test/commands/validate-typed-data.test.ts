import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { testAddresses } from '../../src/service/intel/baseline-records.ts'
import { calldataDigest } from '../../src/shared/safe/hashes.ts'
import { serveAnything } from '../support/any-service.ts'
import { type Cli, makeCli, says, test } from '../support/cli.ts'

const OWNER = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const STRANGER = '0x00000000000000000000000000000000000a11ce'
const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const example = JSON.parse(readFileSync('examples/permit-to-drainer.json', 'utf8'))

const permit = (spender: string = testAddresses.drainer, message: object = {}, domain: object = {}) => ({
  ...example,
  domain: { ...example.domain, ...domain },
  message: { ...example.message, spender, deadline: '1', ...message },
})

const validate = (cli: Cli, given: unknown, ...flags: readonly string[]) =>
  cli(['validate', '--typed-data', '-', ...flags], { stdin: typeof given === 'string' ? given : JSON.stringify(given) })

describe('the exit code is the verdict', () => {
  test.each([
    ['safe', PERMIT2, [], 0, 'SAFE'],
    ['a warning', STRANGER, ['--fail-on', 'warning'], 10, 'WARNING'],
    ['blocked', testAddresses.drainer, [], 12, 'BLOCKED'],
    ['blocked, never failing', testAddresses.drainer, ['--fail-on', 'never'], 0, 'BLOCKED'],
  ])('%s', async (_, spender, flags, code, verdict) => {
    const judged = await validate(makeCli(), permit(spender), ...flags)
    expect(judged).toMatchObject({ code, stderr: '' })
    expect(judged.stdout.split('\t')[0]).toBe(verdict)
  })

  test('an unknown type is no data, also when its contract is allowed', async ({ cli }) => {
    const login = {
      types: { Login: [{ name: 'who', type: 'address' }] },
      primaryType: 'Login',
      message: { who: OWNER },
    }
    const given = { ...login, domain: { name: 'Some App', chainId: 1, verifyingContract: STRANGER } }
    const flags = ['--from', OWNER, '--fail-on', 'no-data']
    expect(await validate(cli, given, ...flags)).toMatchObject({
      code: 10,
      stdout: expect.stringMatching(/^NO DATA\t/),
    })
    expect((await cli(['control-list', 'add', STRANGER, '--type', 'allow'])).code).toBe(0)
    expect(await validate(cli, given, ...flags)).toMatchObject({ code: 10 })
  })
})

describe('what a file may hold', () => {
  const rpc = (method: string, ...params: readonly unknown[]) => ({ jsonrpc: '2.0', id: 1, method, params })
  const authorization = { chainId: 1, address: testAddresses.drainer, nonce: '0x1' }

  test.each([
    ['typed data', permit()],
    ['typed data as a text', JSON.stringify(permit())],
    ['typed data after a byte order mark', `\ufeff${JSON.stringify(permit())}`],
    ['a request body', { typedData: permit(), chainId: 1, from: OWNER }],
    ['a request body with a text', { typedData: JSON.stringify(permit()) }],
    ['a request of version 4', rpc('eth_signTypedData_v4', OWNER, permit())],
    ['a request of version 4 with a text', rpc('eth_signTypedData_v4', OWNER, JSON.stringify(permit()))],
    ['a request of version 3', rpc('eth_signTypedData_v3', OWNER, permit())],
    ['an authorization', { typedData: authorization, from: OWNER }],
  ])('%s', async (_, given) => {
    const judged = await validate(makeCli(), given, '--json')
    expect(judged).toMatchObject({ code: 12, stderr: '' })
    expect(JSON.parse(judged.stdout)).toMatchObject({
      valid: false,
      combinedScore: 95,
      explanation: {},
      coverage: expect.any(String),
    })
  })

  const hello = `0x${Buffer.from('I agree').toString('hex')}`

  test.each([
    ['a text', 'I agree'],
    ['a text in quotes', '"I agree"'],
    ['a request of personal_sign', rpc('personal_sign', hello, OWNER)],
    ['one with the account first', rpc('personal_sign', OWNER, hello)],
    ['one with the text as it is', rpc('personal_sign', 'I agree', OWNER)],
    ['a request of eth_sign', rpc('eth_sign', OWNER, hello)],
  ])('%s, which is no data', async (_, given) => {
    const validated = await validate(makeCli(), given, '--json', '--fail-on', 'no-data')
    expect(validated).toMatchObject({ code: 10, stderr: '' })
    expect(JSON.parse(validated.stdout)).toMatchObject({ verdict: 'NO DATA', form: 'text', text: 'I agree' })
  })

  test.each([
    ['nothing', '', 'stdin is empty'],
    [
      'a hash',
      `0x${'ab'.repeat(32)}`,
      'stdin is a raw 32-byte hash, which cannot be read: it can be any transaction or permit',
    ],
    ['a hash in quotes', `"${'ab'.repeat(32)}"`, 'stdin is a raw 32-byte hash'],
    ['eth_sign', rpc('eth_sign', OWNER, `0x${'ab'.repeat(32)}`), 'stdin is a raw 32-byte hash'],
    ['personal_sign of bytes', rpc('personal_sign', '0x1901ff', OWNER), 'stdin has bytes that are no text'],
    ['personal_sign of a hash', rpc('personal_sign', `0x${'ab'.repeat(32)}`, OWNER), 'stdin is a raw 32-byte hash'],
    [
      'version 1',
      rpc('eth_signTypedData', [{ type: 'string', name: 'a', value: 'b' }], OWNER),
      'stdin is not typed data: expected an object',
    ],
    ['a request without parameters', { method: 'eth_signTypedData_v4' }, 'stdin is not typed data: expected an object'],
    [
      'another request',
      rpc('eth_sendTransaction', {}),
      'stdin: "eth_sendTransaction" is not a request to sign a message',
    ],
    ['a list', '[]', 'stdin is not typed data: expected an object'],
    ['null', 'null', 'stdin is not typed data: expected an object'],
    ['broken JSON', '{"types":', 'stdin is not valid JSON'],
    [
      'a member twice',
      JSON.stringify(permit()).replace('"message":', '"message":{},"message":'),
      'stdin has the member "message" twice',
    ],
    [
      'a member twice in a text',
      rpc('eth_signTypedData_v4', OWNER, JSON.stringify(permit()).replace('"message":', '"message":{},"message":')),
      'stdin has the member "message" twice',
    ],
    [
      'an unknown member of a body',
      { typedData: permit(), form: OWNER },
      'stdin: unknown field "form" (Did you mean from?)',
    ],
    ['a missing member', permit(undefined, { value: undefined }), 'message.value is missing'],
    ['a value that does not fit', permit('me'), 'message.spender is "me" and not address'],
    [
      'types in a circle',
      { ...permit(), types: { Permit: [{ name: 'a', type: 'Permit[]' }] } },
      'type Permit contains itself',
    ],
    [
      'deep nesting',
      permit(undefined, { value: JSON.parse(`${'['.repeat(2000)}${']'.repeat(2000)}`) }),
      'message.value is an array and not uint256',
    ],
    [
      'more than a megabyte',
      permit(undefined, { value: '1'.repeat(1_100_000) }),
      'stdin is larger than the service accepts for a message',
    ],
  ])('not %s', async (_, given, message) => {
    const { code, stdout, stderr } = await validate(makeCli(), given)
    expect({ code, stdout }).toEqual({ code: 8, stdout: '' })
    expect(stderr).toContain(message)
  })

  test('not an authorization without its signer', async () => {
    expect(await validate(makeCli(), authorization)).toMatchObject(says(8, 'from is required'))
    expect((await validate(makeCli(), authorization, '--from', OWNER)).code).toBe(12)
  })
})

describe('flags', () => {
  test.each([
    ['--to', OWNER],
    ['--value', '1'],
    ['--data', '0x'],
    ['--nonce', '1'],
    ['--file', 'tx.json'],
    ['--batch', 'x.csv'],
    ['--trace', 'x'],
    ['--sign'],
    ['--track-nonce'],
    ['--payload-slot', 'no'],
    ['--api-version', 'v2'],
    ['--report', 'x'],
    ['--user-agent', 'x'],
    ['--ip', '::1'],
    ['--resume'],
    ['--concurrency', '2'],
    ['--format', 'csv'],
  ])('%s is for transactions', async (...flag) => {
    const { code, stderr } = await validate(makeCli(), permit(), ...flag)
    expect(code).toBe(2)
    expect(stderr).toContain(`${flag[0]} is for transactions`)
  })

  test('--chain of another chain than that of the message is a WARNING', async () => {
    const judged = await validate(makeCli(), permit(PERMIT2), '--chain', 'polygon', '--json')
    expect(JSON.parse(judged.stdout).explanation.reasons[0]).toMatchObject({
      rule: 'message-domain',
      text: 'The message is for chain 1, not for chain 137.',
    })
    expect((await validate(makeCli(), permit(PERMIT2), '--chain', 'etherium')).code).toBe(2)
  })

  test('--from wins over the file; a wrong one is refused', async () => {
    const body = { typedData: permit(), from: 'nobody' }
    expect((await validate(makeCli(), body, '--from', OWNER)).code).toBe(12)
    expect(await validate(makeCli(), body)).toMatchObject(says(8, '"nobody"'))
    expect((await validate(makeCli(), permit(), '--from', 'me')).code).toBe(2)
  })

  test('--product selects the lists', async ({ cli }) => {
    expect((await cli(['control-list', 'add', STRANGER, '--type', 'block', '--product', 'RASP'])).code).toBe(0)
    expect((await validate(cli, permit(STRANGER))).code).toBe(0)
    expect((await validate(cli, permit(STRANGER), '--product', 'RASP')).code).toBe(12)
  })

  test('a file is read from disk, and nothing is stored', async ({ cli }) => {
    const path = join(cli.home, 'permit.json')
    writeFileSync(path, JSON.stringify(permit()))
    expect((await cli(['validate', '--typed-data', path])).code).toBe(12)
    expect((await cli(['validate', '--typed-data', path, '--dry-run'])).code).toBe(12)
    expect(await cli.json(['tx', 'list'])).toMatchObject({ totalElements: 0 })
  })
})

describe('the card', () => {
  const card = async (given: unknown, ...flags: readonly string[]) =>
    makeCliOnTerminal(['validate', '--typed-data', 'permit.json', ...flags], given)

  async function makeCliOnTerminal(argv: readonly string[], given: unknown) {
    const cli = makeCli()
    const path = join(cli.home, 'permit.json')
    writeFileSync(path, JSON.stringify(given))
    return cli(
      argv.map((word) => (word === 'permit.json' ? path : word)),
      { tty: true },
    )
  }

  test('shows the domain and the fields instead of recipient and value', async () => {
    const { stdout } = await card(permit())
    for (const line of ['type      Permit', 'domain    USD Coin 2', `contract  ${example.domain.verifyingContract}`])
      expect(stdout).toContain(line)
    expect(stdout).toMatch(/Message\n {2}owner {5}0x7E57/)
    expect(stdout).toContain(`spender   ${testAddresses.drainer}`)
    expect(stdout).toContain('value     2^256 - 1 (no limit)')
    expect(stdout).toContain('do not sign it')
    expect((await card(permit(STRANGER))).stdout).toContain('unknown-grant · typed data')
    expect(stdout).not.toMatch(/^ {2}(to|value {6}0 ETH|id) /m)
  })

  test('shows each field of an unknown type once, only what is signed, and nothing a terminal acts on', async () => {
    const given = {
      types: {
        Mail: [{ name: 'to', type: 'Person[]' }],
        Person: [
          { name: 'wallet', type: 'address' },
          { name: 'note', type: 'string' },
        ],
      },
      primaryType: 'Mail',
      domain: { chainId: '0x1', verifyingContract: STRANGER },
      message: { to: [{ wallet: OWNER, note: 'hi\u001b[2Jthere\nforged' }], amount: '5' },
    }
    const { stdout } = await card(given, '--from', OWNER, '--explain')
    expect(stdout).toContain('chain     ethereum (1)')
    expect(stdout).toContain(`to[0].wallet ${OWNER}`)
    expect(stdout).toContain('to[0].note   hi[2Jthere forged')
    expect(stdout).not.toContain('Mail: to[0]')
    expect(stdout).toContain('Unknown message type Mail')
    expect(stdout).toContain('The type of this message is unknown, and so is what its signature allows.')
    expect(stdout).toContain('sign it only if you know what the application does with it')
    expect(stdout).toContain('message.amount is not in its type: it is not signed')
  })

  test('shows an authorization', async () => {
    const { stdout } = await card({ chainId: 1, address: testAddresses.drainer, nonce: 7 }, '--from', OWNER)
    expect(stdout).toContain('type      EIP-7702 authorization')
    expect(stdout).toContain(`address   ${testAddresses.drainer}`)
  })

  test('shows empty lists and texts, zeros, and numbers as dates and durations beside the number', async () => {
    const given = {
      types: {
        Given: [
          { name: 'caveats', type: 'Caveat[]' },
          { name: 'note', type: 'string' },
          { name: 'takerAmount', type: 'uint256' },
          { name: 'deadline', type: 'uint256' },
          { name: 'time', type: 'uint64' },
          { name: 'end', type: 'uint48' },
          { name: 'start', type: 'uint48' },
          { name: 'period', type: 'uint48' },
          { name: 'delay', type: 'uint48' },
          { name: 'salt', type: 'uint256' },
        ],
        Caveat: [{ name: 'enforcer', type: 'address' }],
      },
      primaryType: 'Given',
      domain: { chainId: 1 },
      message: {
        caveats: [],
        note: '',
        takerAmount: 0,
        deadline: '1767322800',
        time: 1767322800123,
        salt: '1767322800',
        end: '281474976710655',
        start: 0,
        period: 2592000,
        delay: 3601,
      },
    }
    const { stdout } = await card(given, '--from', OWNER)
    const fields = stdout.slice(stdout.indexOf('Message\n'))
    expect(
      Object.fromEntries(Array.from(fields.matchAll(/^ {2}(\w+) +(\S.*)$/gm), ([, name, text]) => [name, text])),
    ).toMatchObject({
      caveats: 'empty',
      note: '""',
      takerAmount: '0',
      start: '0',
      salt: '1767322800',
      deadline: '1767322800 (2026-01-02T03:00:00Z)',
      time: '1767322800123 (2026-01-02T03:00:00.123Z)',
      end: '281474976710655 (never)',
      period: '2592000 (30 days)',
      delay: '3601 (3,601 seconds)',
    })
  })

  test('shows at most 24 fields', async () => {
    const types = { Many: [{ name: 'n', type: 'uint256[]' }] }
    const message = { n: Array.from({ length: 30 }, (_, at) => at) }
    const { stdout } = await card({ types, primaryType: 'Many', domain: { chainId: 1 }, message }, '--from', OWNER)
    expect(stdout).toContain('n[23]')
    expect(stdout).not.toContain('n[24]    ')
    expect(stdout).toContain('and 6 more')
    expect(stdout).toContain('contract  none')
  })
})

test('a service without the endpoint is one clear line', async ({ cli }) => {
  const service = await serveAnything(() => undefined)
  expect((await cli(['profile', 'create', 'prod', '--base-url', `${service.url}/elsewhere`])).code).toBe(0)
  const judged = await cli(['validate', '--typed-data', '-', '-p', 'prod', '--retries', '0'], {
    stdin: JSON.stringify(permit()),
    env: { TXWARDEN_VALIDATION_KEY: 'validation' },
  })
  expect(judged).toMatchObject({ code: 5, stdout: '' })
  expect(judged.stderr).toContain('has no validation of signed messages')
})

describe('a file for the other flag', () => {
  const authorization = { chainId: '1', address: PERMIT2, nonce: '0' }
  const asked = { jsonrpc: '2.0', id: 1, method: 'eth_signTypedData_v4', params: [OWNER, JSON.stringify(permit())] }

  test.each([
    ['typed data', permit()],
    ['typed data of a body', { typedData: permit(), from: OWNER }],
    ['a request to sign', asked],
    ['an authorization', authorization],
  ])('of --typed-data: --file checks %s, too', async (_, given) => {
    const stdin = JSON.stringify(given)
    const flags = ['--from', OWNER, '--chain', 'ethereum', '--json']
    const [asFile, asMessage] = await Promise.all(
      ['--file', '--typed-data'].map((flag) => makeCli()(['validate', flag, '-', ...flags], { stdin })),
    )
    expect(asFile?.stderr).toMatch(/^stdin is (?:typed data|an authorization|a JSON-RPC request)/)
    expect({ code: asFile?.code, stdout: asFile?.stdout }).toEqual({ code: asMessage?.code, stdout: asMessage?.stdout })
  })

  test('of --typed-data: a command about transactions says so', async () => {
    const refused = await makeCli()(['tx', 'decode', '--file', '-'], { stdin: JSON.stringify(permit()) })
    expect(refused).toMatchObject({ code: 8, stdout: '' })
    expect(refused.stderr).toContain('stdin is a message to be signed, not a transaction')
    expect(refused.stderr).toContain('Try: txwarden validate --typed-data -')
  })

  test.each(['transfer-to-known', 'payment'])('of --file: --typed-data says so for %s', async (name) => {
    const refused = await makeCli()(['validate', '--typed-data', `examples/${name}.json`])
    expect(refused).toMatchObject({ code: 8, stdout: '' })
    expect(refused.stderr).toContain(`examples/${name}.json is a transaction, not a message to be signed`)
    expect(refused.stderr).toContain(`Try: txwarden validate --file examples/${name}.json`)
  })
})

test('a Safe transaction is about the Safe, with or without the owner who signs it', async () => {
  const SAFE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  const uint = (name: string) => ({ name, type: 'uint256' })
  const address = (name: string) => ({ name, type: 'address' })
  const transaction = {
    types: {
      SafeTx: [
        address('to'),
        uint('value'),
        { name: 'data', type: 'bytes' },
        { name: 'operation', type: 'uint8' },
        uint('safeTxGas'),
        uint('baseGas'),
        uint('gasPrice'),
        address('gasToken'),
        address('refundReceiver'),
        uint('nonce'),
      ],
    },
    primaryType: 'SafeTx',
    domain: { chainId: 1, verifyingContract: SAFE },
    message: {
      to: STRANGER,
      value: '0',
      data: '0x',
      operation: 1,
      safeTxGas: '0',
      baseGas: '0',
      gasPrice: '0',
      gasToken: `0x${'0'.repeat(40)}`,
      refundReceiver: `0x${'0'.repeat(40)}`,
      nonce: '3',
    },
  }
  const shown = async (...flags: readonly string[]) =>
    (await validate(makeCli(), transaction, '-o', 'table', ...flags)).stdout.replace(/\s+/g, ' ')
  const ownerless = await shown()
  expect(ownerless).toContain('act as the Safe (delegatecall)')
  expect(ownerless).toContain('operation 1 (delegatecall)')
  expect(ownerless).not.toContain('the signer')
  expect(await shown('--from', OWNER)).toContain(`Safe ${SAFE} lets the code of`)
})

describe('hashes that a device shows', () => {
  const safeTx = JSON.parse(readFileSync('examples/safe/add-owner.json', 'utf8'))
  const safe = '0x111CEEee040739fD91D29C34C33E6B3E112F2177'
  const typed = {
    types: {
      SafeTx:
        'address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce'
          .split(',')
          .map((member) => ({ type: member.split(' ')[0], name: member.split(' ')[1] })),
    },
    primaryType: 'SafeTx',
    domain: { chainId: 42161, verifyingContract: safe },
    message: safeTx,
  }
  const hashes = ['--file', '-', '--safe', safe, '--safe-version', '1.3.0', '--chain', 'arbitrum', '--json']

  test('of a Safe transaction are those of safe hash, and on the card in capitals', async ({ cli }) => {
    const { digests } = JSON.parse((await validate(cli, typed, '--json', '--fail-on', 'never')).stdout)
    const own = await cli(['safe', 'hash', ...hashes], { stdin: JSON.stringify(safeTx) })
    const { safeTxHash, ...others } = JSON.parse(own.stdout)
    expect(digests).toEqual({ ...others, digest: safeTxHash })
    const { stdout } = await validate(cli, typed, '-o', 'table', '--fail-on', 'never')
    for (const hash of Object.values<string>(digests)) expect(stdout).toContain(`0x${hash.slice(2).toUpperCase()}`)
  })

  test('are not shown where wallets compute others, and of an authorization', async () => {
    const unsure = { ...typed, types: { SafeTx: [{ name: 'value', type: 'uint' }] }, message: { value: '1' } }
    const authorization = { typedData: { chainId: 1, address: OWNER, nonce: '0x1' }, from: STRANGER }
    for (const each of [unsure, authorization]) {
      const { stdout } = await validate(makeCli(), each, '--json', '--fail-on', 'never', '--from', STRANGER)
      expect(JSON.parse(stdout)).not.toHaveProperty('digests')
    }
  })
})

test('tx show shows the digest of the call data', async ({ cli }) => {
  const data = '0xA9059CBB00000000000000000000000000000000000000000000000000000000000a11ce'
  const tx = { transaction: { chainId: '1', from: OWNER, to: STRANGER, value: '0', data }, trackNonce: false }
  const stored = await cli(['validate', '--file', '-', '--json', '--fail-on', 'never'], { stdin: JSON.stringify(tx) })
  const explain = ['tx', 'explain', JSON.parse(stored.stdout).svcTxId]
  const expected = calldataDigest(data.toLowerCase() as `0x${string}`)
  expect(await cli.json(explain)).toMatchObject({ calldataDigest: expected })
  expect((await cli([...explain, '-o', 'table'])).stdout).toContain(`data      0x${expected.slice(2).toUpperCase()}`)
})

describe('a sign-in', () => {
  const text = readFileSync('examples/sign-in.txt', 'utf8')

  test.each([
    ['of the site that asks is safe', ['--site', 'https://app.example.com'], 0, 'SAFE'],
    ['is no data without the site', ['--fail-on', 'no-data'], 10, 'NO DATA'],
    ['of another site is unsafe', ['--site', 'app.example.org'], 11, 'UNSAFE'],
    [
      'of another account is a warning',
      ['--site', 'app.example.com', '--from', STRANGER, '--fail-on', 'warning'],
      10,
      'WARNING',
    ],
    [
      'of another chain is a warning',
      ['--site', 'app.example.com', '--chain', 'base', '--fail-on', 'warning'],
      10,
      'WARNING',
    ],
  ])('%s', async (_, flags, code, verdict) => {
    const validated = await validate(makeCli(), text, ...flags)
    expect(validated).toMatchObject({ code, stderr: '' })
    expect(validated.stdout.split('\t')[0]).toBe(verdict)
  })

  test('shows who signs in where, and the statement', async ({ cli }) => {
    const { stdout } = await validate(cli, text, '--site', 'app.example.com', '-o', 'table')
    for (const shown of ['app.example.com', OWNER, 'Sign in to the example.', 'ethereum'])
      expect(stdout).toContain(shown)
  })

  test('a site is a host, and for texts only', async ({ cli }) => {
    expect(await validate(cli, text, '--site', 'a site')).toMatchObject(says(2, 'is not a site'))
    expect(await validate(cli, permit(), '--site', 'a.example')).toMatchObject(says(2, '--site is for a text'))
    const payment = ['validate', '--file', 'examples/payment.json', '--site', 'a.example']
    expect(await cli(payment)).toMatchObject(says(2, '--site is for a text'))
    expect(await cli(['validate', '--batch', 'examples/payouts.csv', '--site', 'a.example'])).toMatchObject(
      says(2, '--site needs --typed-data or --file'),
    )
  })
})
