import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { testAddresses } from '../../src/service/intel/baseline-records.ts'
import { json, serveHttp } from '../client/support/http-server.ts'
import { type CliOptions, makeCli, refuses, says, test } from '../support/cli.ts'

const SENDER = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const STRANGER = '0x00000000000000000000000000000000000a11ce'

const to = (address: string) => ['validate', '--chain', 'ethereum', '--from', SENDER, '--to', address]

describe('the exit code is the verdict', () => {
  test.each([
    ['safe', testAddresses.benign, 0, 'SAFE'],
    ['nothing known', STRANGER, 0, 'NO DATA'],
    ['a warning', testAddresses.suspicious, 0, 'WARNING'],
    ['blocked', testAddresses.drainer, 12, 'BLOCKED'],
    ['sanctioned', testAddresses.sanctioned, 12, 'BLOCKED'],
  ])('%s', async (_, address, code, verdict) => {
    const cli = makeCli()
    const judged = await cli(to(address))
    expect(judged).toMatchObject({ code, stderr: '' })
    expect(judged.stdout.split('\t')[0]).toBe(verdict)
  })

  test.each([
    ['never', [0, 0, 0, 0]],
    ['blocked', [0, 0, 0, 12]],
    ['unsafe', [0, 0, 0, 12]],
    ['warning', [0, 0, 10, 12]],
    ['no-data', [0, 10, 10, 12]],
  ])('with --fail-on %s, from safe over no data and warning to blocked', async (gate, codes) => {
    const cli = makeCli()
    const addresses = [testAddresses.benign, STRANGER, testAddresses.suspicious, testAddresses.drainer]
    const seen: number[] = []
    for (const address of addresses) seen.push((await cli([...to(address), '--fail-on', gate])).code)
    expect(seen).toEqual(codes)
  })

  test('unsafe is 11 where the threshold lets it pass', async ({ cli }) => {
    expect((await cli(['api', 'PUT', '/ext/v1/settings', '--field', 'blockThreshold=101'])).code).toBe(0)
    const judged = await cli([...to(testAddresses.drainer), '--json'])
    expect(judged.code).toBe(11)
    expect(JSON.parse(judged.stdout)).toMatchObject({ valid: true, combinedScore: 95 })
  })
})

describe('where the transaction comes from', () => {
  const file = (home: string, value: unknown) => {
    const path = join(home, 'tx.json')
    writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value))
    return path
  }
  const transaction = { chainId: '1', from: SENDER, to: testAddresses.drainer }

  test.each([
    ['a request body', { transaction, trackNonce: true, clientData: { ip: '192.0.2.1' } }],
    ['a bare transaction', transaction],
    ['a wallet’s transaction with a numeric chain', { ...transaction, chainId: 1, nonce: 7 }],
  ])('a file with %s', async (_, value) => {
    const cli = makeCli()
    expect(await cli(['validate', '--file', file(cli.home, value)])).toMatchObject({ code: 12, stderr: '' })
  })

  test('stdin', async ({ cli }) => {
    expect(await cli(['validate', '--file', '-'], { stdin: `\ufeff${JSON.stringify(transaction)}` })).toMatchObject({
      code: 12,
    })
  })

  test('flags win over the file', async ({ cli }) => {
    const path = file(cli.home, transaction)
    const other = await cli(['validate', '--file', path, '--to', testAddresses.benign])
    expect(other).toMatchObject(says(0, `! --to takes the place of to in ${path}: "`))
    const same = await cli(['validate', '--file', path, '--chain', 'ethereum'])
    expect(same.stderr).not.toContain('takes the place')
  })

  test.each([
    ['nothing at all', [], 2, 'validate needs --chain, --from, or --file'],
    ['no sender', ['--chain', 'base'], 2, 'validate needs --from'],
    ['a chain nobody knows', ['--chain', 'etherium', '--from', SENDER], 2, '"etherium" is not a chain'],
    ['a name of ENS without a node', ['--chain', '1', '--from', 'vitalik.eth'], 6, 'No node of ethereum is configured'],
    [
      'a mistyped digit',
      ['--chain', '1', '--from', SENDER, '--to', testAddresses.benign.replace(/5$/, '6')],
      2,
      '--to: "0x7E57aD044Cf326F43274a51e5e590fCFeCc3EbA6" has a wrong EIP-55 checksum: a digit may be wrong, so copy it again from its source',
    ],
    ['an amount that is none', ['--chain', '1', '--from', SENDER, '--value', '1,5ether'], 2, 'is not an amount'],
    ['too many decimals', ['--chain', '1', '--from', SENDER, '--value', '1.5wei'], 2, 'is not an amount'],
    ['odd call data', ['--chain', '1', '--from', SENDER, '--data', '0xabc'], 2, '--data: "0xabc" is not call data'],
    ['a file that is not there', ['--file', 'missing.json'], 8, 'missing.json: no such file'],
    ['a folder', ['--file', 'examples'], 8, 'examples: is a directory'],
    ['a verdict nobody knows', ['--fail-on', 'maybe'], 2, '--fail-on: "maybe" is not one of'],
    ['an unknown flag', ['--chian', '1'], 2, "unknown option '--chian'"],
  ])('%s is refused in one clear line', async (_, argv, code, text) => {
    const cli = makeCli()
    expect(await cli(['validate', ...argv])).toMatchObject(refuses(code, text))
  })

  const wrong = [
    [{ ...transaction, vlaue: '99999' }, 'unknown field "vlaue" (Did you mean value?)'],
    [{ transaction: { ...transaction, cahinId: '1' } }, 'unknown field "cahinId" (Did you mean chainId?)'],
    [{ transaction, singTransaction: true }, 'unknown field "singTransaction" (Did you mean signTransaction?)'],
    [{ transaction, value: '99999' }, 'unknown field "value"'],
    [{ transactoin: transaction }, 'it has the members "transactoin" (Did you mean transaction?)'],
    [
      { ...transaction, authorizationLists: [] },
      'unknown field "authorizationLists" (Did you mean authorizationList?)',
    ],
    [{ ...transaction, authorizations: [], authorizationList: [{}] }, 'authorizations and authorizationList differ'],
    [{ ...transaction, constructor: 1 }, 'unknown field "constructor"'],
    [{ ...transaction, data: '0x12345678', input: '0x12345679' }, 'data and input differ'],
  ] as const

  test.each(wrong)('every command that reads a file refuses %j before any request', async (value, words) => {
    const cli = makeCli()
    const path = file(cli.home, value)
    for (const command of [['validate'], ['tx', 'decode'], ['payload', 'verify', '0x00', '--signer', SENDER]]) {
      const refused = await cli([...command, '--file', path])
      expect(refused).toMatchObject(refuses(8, words))
    }
    expect((await cli.json(['tx', 'list'])).content).toEqual([])
  })

  test('what wallets and nodes write beside a transaction is left out, and input is its call data', async ({ cli }) => {
    const data = `0xa9059cbb${testAddresses.drainer.slice(2).padStart(64, '0')}${'7'.padStart(64, '0')}`
    const mined = {
      chainId: '0x1',
      from: SENDER,
      to: USDC,
      nonce: '0x7',
      type: '0x2',
      accessList: [],
      input: data,
      gas: '0x5208',
      gasLimit: 21000,
      gasPrice: '0x1',
      maxFeePerGas: '0x1',
      maxPriorityFeePerGas: '0x1',
      hash: `0x${'1'.repeat(64)}`,
      blockHash: null,
      blockNumber: null,
      transactionIndex: null,
      v: '0x1',
      r: '0x1',
      s: '0x1',
      yParity: '0x1',
      maxFeePerBlobGas: '0x1',
      blobVersionedHashes: [],
    }
    for (const value of [
      mined,
      { ...mined, chainId: 1 },
      { ...mined, chainId: '1', data: data.toUpperCase().replace('X', 'x') },
    ])
      expect(await cli(['validate', '--file', file(cli.home, value)])).toMatchObject({ code: 12, stderr: '' })
    const decoded = await cli(['tx', 'decode', '--json', '--file', file(cli.home, { ...mined, chainId: 1 })])
    expect(decoded.stdout).toContain('transfer')
  })

  test('a type 4 transaction is read as libraries write it', async ({ cli }) => {
    const signed = { chainId: 1, address: testAddresses.drainer, nonce: 1, yParity: 0, r: '0x1', s: '0x1' }
    const value = { chainId: 1, from: SENDER, to: SENDER, type: 'eip7702', authorizationList: [signed] }
    const judged = await cli(['validate', '--json', '--explain', '--file', file(cli.home, value)])
    expect(judged).toMatchObject({ code: 12, stdout: expect.stringContaining('delegate') })
    expect(await cli(['tx', 'decode', '--file', file(cli.home, value)])).toMatchObject({ code: 0 })
  })

  test.each([
    ['broken JSON', '{"transaction":', 'is not valid JSON'],
    ['a text', '# Read me', 'is not valid JSON: Unexpected token \'#\', "# Read me"\n'],
    ['a number', '7', 'is none of the forms that are read: it is not a JSON object'],
    ['an empty file', '', 'is empty'],
    ['a list of nothing', '[]', 'has no transactions'],
    ['a transaction that is text', { transaction: 'all of it' }, 'transaction is not an object'],
  ])('a file with %s is refused', async (_, value, text) => {
    const cli = makeCli()
    const refused = await cli(['validate', '--file', file(cli.home, value)])
    expect(refused).toMatchObject(refuses(8, text))
  })
})

describe('a transaction with neither recipient nor call data', () => {
  const chainAndSender = { chainId: '1', from: SENDER, value: '1000000000000000000' }
  const flags = ['validate', '--chain', 'ethereum', '--from', SENDER]
  const code = '0x6080604052'

  test.each([
    ['no --to', ['--value', '1ether']],
    ['no --to and data of no bytes', ['--data', '0x']],
  ])('is a usage error with %s', async (_, argv) => {
    const cli = makeCli()
    expect(await cli([...flags, ...argv])).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'txwarden: validate needs --to: a transaction without call data (--data) needs a recipient\nTry: txwarden validate --help\n',
    })
    expect((await cli.json(['tx', 'list'])).content).toEqual([])
  })

  test.each([
    chainAndSender,
    { ...chainAndSender, to: '' },
    { ...chainAndSender, to: null, data: null },
    { ...chainAndSender, to: '', data: '' },
    { ...chainAndSender, input: '0X' },
    { transaction: { ...chainAndSender, data: '0x' }, trackNonce: true },
  ])('is a usage error in a file with %j', async (value) => {
    const cli = makeCli()
    const path = join(cli.home, 'tx.json')
    writeFileSync(path, JSON.stringify(value))
    const refused = await cli(['validate', '--file', path])
    expect(refused).toMatchObject({ code: 2, stdout: '' })
    expect(refused.stderr).toContain(`needs --to: ${path} has no recipient (to) and no call data (data)`)
    expect((await cli.json(['tx', 'list'])).content).toEqual([])
  })

  test.each([
    ['csv', `chain,from,to,value_wei\n1,${SENDER},${testAddresses.benign},1\n1,${SENDER},,1\n`, 'line 3'],
    [
      'ndjson',
      `${JSON.stringify({ ...chainAndSender, to: testAddresses.benign })}\n${JSON.stringify(chainAndSender)}\n`,
      'line 2',
    ],
    ['ndjson', `${JSON.stringify({ ...chainAndSender, to: '', data: '0x' })}\n`, 'line 1'],
    ['ndjson', `${JSON.stringify({ transaction: { ...chainAndSender, to: null, input: '' } })}\n`, 'line 1'],
  ])('is a bad row of a %s batch: no row is sent', async (format, rows, line) => {
    const cli = makeCli()
    const path = join(cli.home, `rows.${format}`)
    writeFileSync(path, rows)
    const refused = await cli(['validate', '--batch', path])
    expect(refused).toMatchObject({ code: 8, stdout: '' })
    expect(refused.stderr).toContain(`${line}: there is no recipient (to) and no call data (data)`)
    expect((await cli.json(['tx', 'list'])).content).toEqual([])
  })

  test('is not one that creates a contract', async ({ cli }) => {
    const { code: exitCode, stdout } = await cli([...flags, '--data', code, '--json'])
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toHaveProperty('svcTxId')
    const path = join(cli.home, 'rows.csv')
    writeFileSync(path, `chain,from,to,data\n1,${SENDER},,${code}\n`)
    expect(await cli(['validate', '--batch', path])).toMatchObject({ code: 0 })
  })
})

describe('an empty value, as an unset variable of a script gives it, passes nothing', () => {
  const transfer = ['--from', SENDER, '--to', testAddresses.benign]
  const signed = ['payload', 'verify', '0x00', '--signer', SENDER]

  test.each([
    [['validate', '--chain', '1', '--from', '', '--to', testAddresses.benign], 2, 'validate needs --from'],
    [['validate', '--chain', '', ...transfer], 2, '--chain: "" is not a chain'],
    [['validate', '--chain', '1', '--from', SENDER, '--to', '', '--value', '1ether'], 2, '--to is empty'],
    [['validate', '--chain', '1', '--from', SENDER, '--to', '', '--data', '0x6080604052'], 2, '--to is empty'],
    [['validate', '--file', 'examples/transfer-to-known.json', '--to', ''], 2, '--to is empty'],
    [['validate', '--chain', '1', ...transfer, '--value', ''], 2, '--value: "" is not an amount'],
    [['validate', '--chain', '1', ...transfer, '--data', ''], 2, '--data is empty'],
    [['validate', '--chain', '1', ...transfer, '--nonce', ''], 2, '--nonce: "" is not a whole number'],
    [['validate', '--chain', '1', ...transfer, '--fail-on', ''], 2, '--fail-on: "" is not one of'],
    [['validate', '--file', ''], 8, '"": no such file'],
    [['validate', '--file', 'examples/approval-to-unknown.json', '--data', ''], 2, '--data is empty'],
    [['validate', '--batch', ''], 8, '"": no such file'],
    [['control-list', 'show', ''], 2, '"" is not an address'],
    [['control-list', 'show', testAddresses.drainer, '--chain', ''], 2, '--chain: "" is not a chain'],
    [['control-list', 'add', testAddresses.drainer, '--type', 'allow', '--chain', ''], 2, '--chain is empty'],
    [['tx', 'decode', '--data', ''], 2, '--data is empty'],
    [['tx', 'decode', '--data', '0xa9059cbb', '--to', ''], 2, '--to is empty'],
    [['tx', 'decode', '--file', 'examples/transfer-to-known.json', '--to', ''], 2, '--to is empty'],
    [['tx', 'decode', '--file', ''], 8, '"": no such file'],
    [[...signed, '--file', ''], 8, '"": no such file'],
    [[...signed, '--chain', '1', ...transfer, '--data', ''], 2, '--data is empty'],
    [['payload', 'verify', '0x00', '--chain', '1', ...transfer, '--signer', ''], 2, '--signer is empty'],
  ])('%j', async (argv, code, words) => {
    const cli = makeCli()
    expect(await cli(argv)).toMatchObject(refuses(code, words))
  })
})

describe('amounts', () => {
  test.each([
    ['1.5ether', '1500000000000000000'],
    ['20gwei', '20000000000'],
    ['0.000000000000000001 ether', '1'],
    ['12', '12'],
    ['0x10', '16'],
    ['000', '0'],
  ])('%s is %s wei', async (text, wei) => {
    const cli = makeCli()
    const shown = await cli([...to(STRANGER), '--value', text, '--curl'])
    expect(shown.stdout).toContain(`"value":"${wei}"`)
  })
})

describe('what is shown', () => {
  const shown = async (options: CliOptions, ...more: string[]) => {
    const cli = makeCli()
    return (await cli([...to(testAddresses.drainer), '--value', '1.5ether', ...more], options)).stdout
  }

  test('a card on a terminal, within its width, the address whole', async () => {
    const card = await shown({ tty: true, columns: 80 })
    expect(card).toContain(' BLOCKED   ███████████████████░  95/100  cyber · maliciousInteraction')
    expect(card).toContain(testAddresses.drainer)
    expect(card).toContain('1.5 ETH')
    for (const line of card.split('\n')) expect(line.length).toBeLessThanOrEqual(100)
  })

  test('the card begins with what the transaction does; a service that says nothing about it adds no line', async () => {
    const card = await shown({ tty: true, columns: 80 })
    expect(card.trimStart()).toMatch(/^pays 1\.5 ETH to 0x7e57\w{36} \(listed as a\n {4}threat\)\n\n BLOCKED /i)
    const answer = { valid: true, combinedScore: 0, coverage: 'full', explanation: { reasons: [], missing: [] } }
    await using old = await serveHttp((response) => json(response, answer))
    const env = { TXWARDEN_BASE_URL: old.url.origin, TXWARDEN_VALIDATION_KEY: 'a-key' }
    expect((await makeCli()(to(STRANGER), { tty: true, env })).stdout).toMatch(/^\n SAFE /)
  })

  test('JSON has the actions', async () => {
    expect(JSON.parse(await shown({}, '--json'))).toMatchObject({
      explanation: { actions: [`pays 1.5 ETH to ${testAddresses.drainer} (listed as a threat)`] },
    })
  })

  test('reasons call the own address the sender, and show other addresses with checksums', async ({ cli }) => {
    const word = (address: string) => address.slice(2).toLowerCase().padStart(64, '0')
    const data = `0xb460af94${'5'.padStart(64, '0')}${word(STRANGER)}${word(SENDER)}`
    const [reason] = (await cli.json([...to(testAddresses.benign), '--data', data])).explanation.reasons
    expect(reason).toMatchObject({ rule: 'foreign-receiver', subject: expect.stringMatching(/a11ce$/i) })
    expect(reason.text).toBe('receives a withdrawal instead of the sender and is unknown')
  })

  test('what to do next can be copied as one command, however narrow the terminal', async ({ cli }) => {
    const card = (await cli(to(testAddresses.benign), { tty: true, columns: 80 })).stdout
    for (const line of card.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
    expect(card).toMatch(
      /next {6}txwarden tx update \S{36} \\\n {12}--transaction-id <hash> --block-number <n>\n {14}once it is on chain: then its recipients are known\n/,
    )
    const wide = (await cli(to(testAddresses.benign), { tty: true, columns: 200 })).stdout
    expect(wide).toMatch(
      /next {6}txwarden tx update \S{36} --transaction-id <hash> --block-number <n> {3}once it is on chain/,
    )
  })

  test('--explain adds what would change it and what was not known', async () => {
    const card = await shown({ tty: true }, '--explain')
    expect(card).toContain('reject; if the listing')
    expect(card).toContain('No history for this sender')
    expect(card).toContain('No known transfers between addresses (txwarden intel graph import adds one)')
    const approval = ['validate', '--file', 'examples/approval-to-unknown.json', '--explain']
    const warned = await makeCli()(approval, { tty: true })
    expect(warned.stdout).toContain('what to do:')
  })

  test('a refusal comes before what ends a BLOCK entry', async ({ cli }) => {
    await cli(['control-list', 'add', STRANGER, '--type', 'block'])
    const card = (await cli([...to(STRANGER), '--explain'], { tty: true, columns: 200 })).stdout
    expect(card).toMatch(
      / {7}what to do: do not send or sign it; the entry can be removed with: txwarden control-list remove \S+\n/,
    )
  })

  test('--explain in a pipe says on stderr that TSV and CSV have no reasons', async ({ cli }) => {
    for (const format of [[], ['-o', 'csv']])
      expect((await cli([...to(testAddresses.benign), '--explain', ...format])).stderr).toBe(
        '! --explain needs -o table or --json to show the reasons: TSV and CSV have none.\n',
      )
    for (const format of [['--json'], ['-o', 'yaml'], ['-o', 'table'], ['-q'], ['--fields', 'valid']])
      expect((await cli([...to(testAddresses.benign), '--explain', ...format])).stderr).toBe('')
    const card = await cli([...to(testAddresses.benign), '--explain', '-o', 'table'])
    expect(card.stdout).toContain('Missing data')
    const { svcTxId } = (await cli.json(to(STRANGER))) as { svcTxId: string }
    expect((await cli(['tx', 'explain', svcTxId])).stderr).toContain('tx show needs -o table or --json')
  })

  test('roles are words', async () => {
    const reason = { category: 'cyber', subCategory: 'maliciousInteraction', hops: 0, points: 50, source: 's' }
    const roles = ['new-owner', 'named', 'in the call data', 'right-holder', 'spender']
    const reasons = roles.map((role) => ({ ...reason, rule: 'r', role, subject: STRANGER, text: 'x' }))
    await using service = await serveHttp((response) =>
      json(response, { valid: true, combinedScore: 50, explanation: { reasons, missing: [] } }),
    )
    const env = { TXWARDEN_BASE_URL: service.url.origin, TXWARDEN_VALIDATION_KEY: 'a-key' }
    const card = (await makeCli()([...to(STRANGER), '--explain'], { tty: true, env })).stdout
    for (const words of ['new owner', 'address in the arguments', 'address in the call data', 'holder of the right'])
      expect(card).toContain(`50  ${words} ${STRANGER}`)
  })

  test('distance is of lists and connections only', async ({ cli }) => {
    const listed = (await cli(to(testAddresses.drainer), { tty: true })).stdout
    expect(listed).toContain('distance  listed itself')
    const found = await cli(['validate', '--file', 'examples/approval-to-unknown.json'], { tty: true })
    expect(found.stdout).toContain('unknown-grant')
    expect(found.stdout).not.toContain('distance')
  })

  test.each([testAddresses.drainer, testAddresses.benign, STRANGER])(
    '--explain never recommends itself: %s',
    async (address) => {
      const cli = makeCli()
      const card = async (...argv: string[]) => (await cli([...to(address), ...argv], { tty: true })).stdout
      expect(await card('--explain')).not.toContain('--explain')
      const { stdout } = await cli(['tx', 'list', '--json', '--fields', 'svcTxId'])
      const [{ svcTxId } = { svcTxId: '' }] = (JSON.parse(stdout) as { content: { svcTxId: string }[] }).content
      expect((await cli(['tx', 'explain', svcTxId], { tty: true })).stdout).not.toContain('--explain')
    },
  )

  test('nothing bad is ever suggested to be allowed', async () => {
    expect(await shown({ tty: true }, '--explain')).not.toContain('--type allow')
  })

  test('JSON is the answer of the service, with explanation and coverage', async () => {
    expect(JSON.parse(await shown({}, '--json'))).toMatchObject({
      valid: false,
      combinedScore: 95,
      coverage: 'partial',
      explanation: { reasons: [{ rule: 'listed-address', subject: testAddresses.drainer }] },
    })
  })

  test('chosen fields only', async () => {
    expect(JSON.parse(await shown({}, '--json', '--fields', 'valid,combinedScoreDetails.category'))).toEqual({
      valid: false,
      combinedScoreDetails: { category: 'cyber' },
    })
    expect(await shown({}, '--fields', 'valid,combinedScore')).toBe('false\t95\n')
  })
})

describe('no data: the next step is to check the beneficiary', () => {
  const transferTo = (address: string) =>
    `0xa9059cbb${address.slice(2).toLowerCase().padStart(64, '0')}${'7'.padStart(64, '0')}`
  const wide = { tty: true, columns: 200 }

  test.each([
    ['the recipient', to(STRANGER)],
    ['the recipient of a token', [...to(USDC), '--data', transferTo(STRANGER)]],
  ])('%s is named', async (_, argv) => {
    const { stdout } = await makeCli()(argv, wide)
    expect(stdout).toMatch(new RegExp(`txwarden intel check ${STRANGER}\\b`, 'i'))
    expect(stdout).toMatch(new RegExp(`txwarden control-list add ${STRANGER} --type block\\b`, 'i'))
    expect(stdout).not.toContain('tx update')
  })

  test('with several unknown addresses, the suggested command names none of them', async () => {
    const other = `0x${'5'.repeat(40)}`
    const inner = [STRANGER, other].map((address) => transferTo(address).slice(2))
    const word = (value: number) => value.toString(16).padStart(64, '0')
    const call = (data: string) => `${word(data.length / 2)}${data.padEnd(Math.ceil(data.length / 64) * 64, '0')}`
    const [first = '', second = ''] = inner.map(call)
    const data = `0xac9650d8${word(32)}${word(2)}${word(64)}${word(64 + first.length / 2)}${first}${second}`
    const { stdout } = await makeCli()([...to(USDC), '--data', data], wide)
    expect(stdout).toContain('txwarden intel check <address>')
  })

  test('a remote service has no feeds to look into', async () => {
    await using service = await serveHttp((response) =>
      json(response, { valid: true, combinedScore: 0, svcTxId: 'id' }),
    )
    const env = { TXWARDEN_BASE_URL: service.url.origin, TXWARDEN_VALIDATION_KEY: 'a-key' }
    const { stdout } = await makeCli()(to(STRANGER), { ...wide, env })
    expect(stdout).toContain(`txwarden control-list add ${STRANGER} --type block`)
    expect(stdout).not.toContain('intel check')
  })
})

describe('no data: a call that could not be read', () => {
  const wide = { tty: true, columns: 200 }
  const unread = [...to(USDC), '--data', `0xdeadbeef${'1'.padStart(64, '0')}`]

  test('says so, and never suggests to allow or to check the known contract', async () => {
    const { stdout } = await makeCli()(unread, wide)
    expect(stdout).toContain('This call could not be read, so who gains is unknown.')
    for (const words of [
      'ask who built this call',
      'chain add ethereum',
      'tx decode --data',
      'intel import --format 4byte',
    ])
      expect(stdout).toContain(words)
    for (const words of ['verify the address', 'intel check', 'control-list add']) expect(stdout).not.toContain(words)
    expect((await makeCli()([...unread, '--explain'], wide)).stdout).toContain(
      'Unknown selector 0xdeadbeef (txwarden intel import --format 4byte adds its signature)',
    )
  })

  test('of an unknown contract also names the contract', async () => {
    const { stdout } = await makeCli()([...to(STRANGER), '--data', '0xdeadbeef'], wide)
    expect(stdout).toContain('This call could not be read')
    expect(stdout).toContain(`txwarden intel check ${STRANGER}`)
    expect(stdout).not.toContain('allow')
  })
})

describe('a signed payload', () => {
  const sign = [...to(testAddresses.benign), '--data', '0x12345678', '--sign']
  const cardOf = async (argv: string[]) => (await makeCli()(argv, { tty: true, columns: 80 })).stdout

  test('is on the card, whole and alone on its line, with its expiry and its nonce', async () => {
    const card = await cardOf([...sign, '--track-nonce', '--payload-slot', 'no'])
    expect(card).toMatch(/^ {2}0x[0-9a-f]{384}$/m)
    expect(card).toMatch(/^ {2}expires {3}2026-01-02T04:04:05.000Z$/m)
    expect(card).toMatch(/^ {2}nonce {5}1, tracked$/m)
    expect(card).toMatch(/^ {2}signs {5}the whole call data$/m)
    expect(await cardOf(sign)).toMatch(/^ {2}nonce {5}not tracked$/m)
  })

  test('is on no card where none was asked for', async () => {
    expect(await cardOf(to(testAddresses.benign))).not.toContain('payload')
  })

  test.each([
    ['a blocked transaction', [...to(testAddresses.drainer), '--sign'], /blocked/],
    ['a dry run', [...sign, '--dry-run'], /dry run/],
    ['a contract creation', ['validate', '--chain', '1', '--from', SENDER, '--data', '0x6080', '--sign'], /creation/],
  ])('is not issued for %s, and the card says why', async (_, argv, why) => {
    const [, reason] = /^ {2}payload {3}none: (.*)$/m.exec(await cardOf(argv)) ?? []
    expect(reason).toMatch(why)
  })

  test('of another form is shown all the same', async () => {
    const answer = { valid: true, combinedScore: 0, coverage: 'full', payload: '0xabcd' }
    await using service = await serveHttp((response) => json(response, answer))
    const env = { TXWARDEN_BASE_URL: service.url.origin, TXWARDEN_VALIDATION_KEY: 'a-key' }
    const { stdout } = await makeCli()(sign, { tty: true, env })
    expect(stdout).toMatch(/^ {2}0xabcd\n {2}expires {3}unknown/m)
  })

  test('is the last column into a pipe, of a batch as well', async ({ cli }) => {
    expect((await cli(sign)).stdout).toMatch(/\t0x[0-9a-f]{384}\n$/)
    const rows = join(cli.home, 'rows.csv')
    writeFileSync(rows, `chain,from,to,data\n1,${SENDER},${testAddresses.benign},0x12345678\n`)
    expect((await cli(['validate', '--batch', rows, '--sign'])).stdout).toMatch(/\t0x[0-9a-f]{384}\n$/)
    expect((await cli(['validate', '--batch', rows])).stdout).not.toMatch(/0x[0-9a-f]{384}/)
  })
})

describe('no text of a service forges a line of the card', () => {
  const forged = (text: string, lineBreak: string) => `${text}${lineBreak}  next      rm -rf ~`
  const answerWith = (say: (text: string) => string) => {
    const detail = {
      value: 90,
      category: say('cyber'),
      subCategory: say('lure'),
      subCategoryDescription: say('a lure'),
    }
    const reason = { rule: say('rule'), subject: say('0x1'), role: say('owner'), source: say('feed'), flip: say('no') }
    const reasons = [{ ...reason, points: 90, category: '', subCategory: '', hops: 0, text: say('bad') }]
    const entry = { productType: 'SONAR', createdAt: '2026-01-01T00:00:00Z', lastUpdatedAt: '2026-01-01T00:00:00Z' }
    return {
      valid: false,
      combinedScore: 90,
      combinedScoreDetails: { ...detail, hops: 0 },
      error: say('blocked'),
      explanation: { actions: [say('pays')], reasons, missing: [say('nothing')] },
      coverage: 'partial',
      svcTxId: say('id'),
      controlLists: [{ ...entry, id: say('id'), address: say('0x1'), type: 'BLOCK', chainIds: [say('9')] }],
      payload: say('0x12'),
    }
  }
  const linesOf = async (answer: object, argv: string[]): Promise<string[]> => {
    await using service = await serveHttp((response) => json(response, answer))
    const keys = { TXWARDEN_VALIDATION_KEY: 'a-key', TXWARDEN_MANAGEMENT_KEY: 'a-key' }
    const { stdout } = await makeCli()(argv, {
      tty: true,
      columns: 400,
      env: { TXWARDEN_BASE_URL: service.url.origin, ...keys },
    })
    return stdout.split(/[\n\r\v\f\u0085\u2028\u2029]/)
  }

  const validate = [...to(testAddresses.benign), '--explain', '--sign']
  test.each(['\n', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029', ' '.repeat(400)])('%j', async (lineBreak) => {
    const clean = await linesOf(answerWith(String), validate)
    const lines = await linesOf(
      answerWith((text) => forged(text, lineBreak)),
      validate,
    )
    expect(lines).toHaveLength(clean.length)
    expect(lines.filter((line) => line.startsWith('  next'))).toHaveLength(1)
  })

  test('nor of what tx show reads', async () => {
    const recordWith = (say: (text: string) => string) => {
      const transaction = { chainId: '1', from: SENDER, to: testAddresses.benign }
      return {
        svcTxId: 'id',
        product: 'SONAR',
        chainId: say('1'),
        from: say(SENDER),
        value: '0',
        valid: false,
        combinedScore: 90,
        subCategory: '',
        createdAt: say('2026-01-01'),
        updatedAt: say('2026-01-01'),
        request: { transaction, trackNonce: false },
        result: answerWith(say),
        reports: [],
      }
    }
    const clean = await linesOf(recordWith(String), ['tx', 'explain', 'id'])
    expect(clean.join()).toContain('blocked')
    const lines = await linesOf(
      recordWith((text) => forged(text, '\n')),
      ['tx', 'explain', 'id'],
    )
    expect(lines).toHaveLength(clean.length)
    expect(lines.filter((line) => line.startsWith('  next'))).toEqual([])
  })
})

describe('what a hostile service answers is in no command to copy', () => {
  const card = async (answer: object) => {
    await using hostile = await serveHttp((response) => json(response, answer))
    const env = { TXWARDEN_BASE_URL: hostile.url.origin, TXWARDEN_VALIDATION_KEY: 'a-key' }
    return await makeCli()(to(testAddresses.benign), { tty: true, env, columns: 300 })
  }
  const safe = { valid: true, combinedScore: 0, coverage: 'full' }

  test.each(['x; rm -rf ~', '$(id)', '`id`', "a'b", 'a b', '--yes', 'x\n  next      rm -rf ~', 'x'.repeat(129)])(
    'svcTxId %j is shown on one line, and suggested nowhere',
    async (svcTxId) => {
      const { code, stdout } = await card({ ...safe, svcTxId })
      expect(code).toBe(0)
      expect(stdout).toContain(`  id        ${svcTxId.replaceAll(/\s+/g, ' ')}\n`)
      expect(stdout).not.toMatch(/^ {2}next /m)
    },
  )

  test('an id of another form is suggested', async () => {
    const { stdout } = await card({ ...safe, svcTxId: 'tx_2026:01.a-b' })
    expect(stdout).toContain('next      txwarden tx update tx_2026:01.a-b --transaction-id <hash> --block-number <n>')
  })

  test('a suggested command goes to the service that was asked', async () => {
    await using hostile = await serveHttp((response) => json(response, { ...safe, svcTxId: 'tx_1' }))
    const typed = [...to(testAddresses.benign), '--base-url', hostile.url.origin]
    const env = { TXWARDEN_VALIDATION_KEY: 'a-key' }
    const { stdout } = await makeCli()(typed, { tty: true, env, columns: 300 })
    expect(stdout).toContain(`next      txwarden --base-url ${hostile.url.origin} tx update tx_1 `)
  })

  test.each([
    [testAddresses.drainer, true],
    ['0x1; rm -rf ~', false],
  ])('subject %j', async (subject, isSuggested) => {
    const found = { category: 'cyber', subCategory: 'maliciousInteraction', hops: 0, points: 90 }
    const reason = { ...found, rule: 'r', role: 'recipient', subject, text: 'listed', source: 's' }
    const { code, stdout } = await card({ ...safe, combinedScore: 90, explanation: { reasons: [reason], missing: [] } })
    expect(code).toBe(11)
    expect(stdout.includes(`control-list add ${subject} --type block`)).toBe(isSuggested)
  })
})

describe('the next step follows the finding', () => {
  const found = { category: 'cyber', subCategory: 'maliciousInteraction', hops: 0, points: 50, text: 'x', source: 's' }
  const about = (subject: string, role: string) => ({ ...found, rule: 'r', subject, role, flip: 'a remedy' })
  const nextOf = async (...reasons: object[]) => {
    const explanation = { reasons, missing: [] }
    const answer = { valid: true, combinedScore: 50, coverage: 'partial', explanation }
    await using service = await serveHttp((response) => json(response, answer))
    const env = { TXWARDEN_BASE_URL: service.url.origin, TXWARDEN_VALIDATION_KEY: 'a-key' }
    const { stdout } = await makeCli()(to(STRANGER), { tty: true, env, columns: 200 })
    return stdout.slice(stdout.indexOf('  next '))
  }
  const known = { ...found, rule: 'known-address', points: 0, role: 'target', text: 'is known as the token USD Coin' }

  test('a stranger can be blocked, or allowed once it is verified', async () => {
    expect(await nextOf(about(STRANGER, 'spender'))).toBe(
      `  next      a remedy\n            txwarden control-list add ${STRANGER} --type block   to block it, or --type allow once it is verified\n\n`,
    )
  })

  test('a sanctioned address is not to be allowed', async () => {
    expect(await nextOf({ ...about(STRANGER, 'recipient'), rule: 'sanctioned-address' })).not.toContain('--type allow')
  })

  test.each([
    ['the sender', [about(SENDER.toLowerCase(), 'recipient')]],
    ['an account of the sender', [about(STRANGER, 'owner')]],
    ['a known token or protocol', [about(USDC, 'target'), { ...known, subject: USDC }]],
    ['the call as a whole', [about('', '')]],
  ])('%s is never to be blocked: the remedy is the step', async (_, reasons) => {
    expect(await nextOf(...reasons)).toBe('  next      a remedy\n\n')
  })

  test('NO DATA about a payment to oneself suggests no entry for oneself', async () => {
    const card = await makeCli()(['validate', '--chain', '1', '--from', STRANGER, '--to', STRANGER, '--value', '1'], {
      tty: true,
    })
    expect(card.stdout).not.toContain(`control-list add ${STRANGER}`)
  })
})

test('a verdict of SAFE names no category', async ({ cli }) => {
  await cli(['control-list', 'add', testAddresses.drainer, '--type', 'allow'])
  const { stdout } = await cli(to(testAddresses.drainer), { tty: true })
  expect(stdout).toMatch(/^ SAFE {3}█{6}░{14} {2}30\/100$/m)
  expect(stdout).not.toContain('distance')
})

test('v1 gives a verdict as well', async ({ cli }) => {
  const judged = await cli([...to(testAddresses.drainer), '--api-version', 'v1', '--json'])
  expect(judged.code).toBe(12)
  expect(Object.keys(JSON.parse(judged.stdout) as object)).not.toContain('scoreDetails')
})

test('a report of what happened is taken, and another transaction id only when it replaces', async ({ cli }) => {
  const judged = await cli([...to(STRANGER), '--json'])
  const { svcTxId } = JSON.parse(judged.stdout) as { svcTxId: string }
  const hash = (digit: string) => `0x${digit.repeat(64)}`
  const report = (...argv: string[]) => cli(['tx', 'update', svcTxId, ...argv])
  expect(await report('--transaction-id', hash('a'), '--block-number', '1', '--block-time', '1767322800')).toEqual({
    code: 0,
    stdout: `${svcTxId}\n`,
    stderr: '',
  })
  expect(await report('--transaction-id', hash('b'))).toMatchObject({ code: 8, stdout: '' })
  expect(await report('--transaction-id', hash('b'), '--replace')).toMatchObject({ code: 0 })
  expect(await report('--transaction-id', hash('b'), '--api-version', 'v1')).toMatchObject({ code: 0 })
  expect(await report()).toMatchObject(says(2, 'at least one'))
  expect(await report('--block-time', 'yesterday')).toMatchObject(says(2, 'is not a time'))
  expect(await cli(['tx', 'update', 'nobody', '--transaction-id', hash('a')])).toMatchObject({ code: 5, stdout: '' })
})

test('an error in JSON is one document on stderr', async ({ cli }) => {
  const refused = await cli(['validate', '--file', '-', '--json'], {
    stdin: JSON.stringify({ chainId: '1', from: SENDER, to: STRANGER, data: '0xabc' }),
  })
  expect(refused).toMatchObject({ code: 8, stdout: '' })
  expect(JSON.parse(refused.stderr)).toEqual({
    error: {
      code: 'invalid-body',
      message: expect.any(String),
      status: 400,
      details: expect.arrayContaining([expect.stringContaining('transaction.data')]),
      try: null,
    },
  })
})

test('with prices the card shows the possible loss, now and later', async ({ cli }) => {
  const prices = join(cli.home, 'prices.csv')
  writeFileSync(prices, `chainId,token,decimals,usd\n1,native,18,3000.5\n1,${USDC},6,1\n`)
  const shown = async (...argv: readonly string[]) => (await cli([...argv], { tty: true })).stdout
  const sent = ['validate', '--chain', 'ethereum', '--from', SENDER, '--explain']
  const ether = [...sent, '--to', testAddresses.benign, '--value', '1.5ether']
  expect(await shown(...ether)).not.toContain('may lose')
  await cli(['intel', 'import', '--format', 'prices', prices])
  expect(await shown(...ether)).toContain('may lose  $4,500')
  const spender = testAddresses.benign.slice(2).padStart(64, '0')
  const approve = [...sent, '--to', USDC, '--data', `0x095ea7b3${spender}${'f'.repeat(64)}`]
  expect(await shown(...approve)).toContain('may lose  unlimited')
  const { svcTxId, totalLossUsd } = (await cli.json(ether)) as { svcTxId: string; totalLossUsd: number }
  expect(totalLossUsd).toBe(4500)
  expect(await shown('tx', 'explain', svcTxId)).toContain('may lose  $4,500')
})

test('the headline of what passes all the same is its strongest reason', async ({ cli }) => {
  const { stdout } = await cli(['validate', '--file', 'examples/approval-to-unknown.json'], { tty: true })
  const card = stdout.replace(/\s+/g, ' ')
  expect(card).toMatch(/maliciousInteraction The spender 0x[0-9a-fA-F]{40} gets .*unlimited.*?\. chain ethereum/)
  expect(card).not.toContain('Interaction with a malicious address')
  expect(card).toContain('known nothing about the beneficiary')
})
