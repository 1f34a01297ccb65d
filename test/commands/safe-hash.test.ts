import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as Hex from 'ox/Hex'
import * as PersonalMessage from 'ox/PersonalMessage'
import { describe, expect, test } from 'vitest'
import { safeMessageHashes } from '../../src/shared/safe/hashes.ts'
import { type SafeVersion, safeVersion } from '../../src/shared/safe/versions.ts'
import { type CliOptions, makeCli } from '../support/cli.ts'

const example = resolve('examples/safe/add-owner.json')
const SAFE = '0x111CEEee040739fD91D29C34C33E6B3E112F2177'
const OWNER = '0x6bc56d6CE87C86CB0756c616bECFD3Cd32b09251'
const fields = JSON.parse(readFileSync(example, 'utf8')) as Record<string, unknown>
const { nonce: _, ...withoutNonce } = fields
/** Published by pcaversaccio/safe-tx-hashes-util, README.md. */
const published = {
  domainHash: '0x1cf7f9b1efe3bc47fe02fd27c649fea19e79d66040683a1c86c7490c80bf7291',
  messageHash: '0xd9109ea63c50ecd3b80b6b27ed5c5a9fd3d546c2169dfb69bfa7ba24cd14c7a5',
  safeTxHash: '0x0cb7250b8becd7069223c54e2839feaed4cee156363fbfe5dd0a48e75c4e25b3',
}
const arbitrum = ['--safe', SAFE, '--safe-version', '1.3.0', '--chain', 'arbitrum']
const sepolia = [
  '--safe',
  '0x657ff0D4eC65D82b2bC1247b0a558bcd2f80A0f1',
  '--safe-version',
  '1.4.1',
  '--chain',
  'sepolia',
]

/** Without a database, a profile or a variable: what the command reads is its command line and the file. */
async function hash(argv: readonly string[], file?: object, options: CliOptions = {}) {
  const cli = makeCli({ withDatabase: false })
  const path = join(cli.home, 'tx.json')
  if (file) writeFileSync(path, JSON.stringify(file))
  const result = await cli(['safe', 'hash', ...(file ? ['--file', path] : []), ...argv], options)
  expect(existsSync(join(cli.home, 'local.db'))).toBe(false)
  return { ...result, path }
}

async function json(argv: readonly string[], file?: object): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await hash([...argv, '--json'], file)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout) as Record<string, unknown>
}

describe('JSON', () => {
  test('has the four hashes in lower case', async () => {
    expect(await json(arbitrum, fields)).toEqual({
      ...published,
      calldataDigest: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    })
  })

  test('--nonce counts more than the file', async () => {
    const other = await json([...arbitrum, '--nonce', '0xEA'], { ...fields, nonce: 1 })
    expect(other).toMatchObject(published)
    expect(await json(arbitrum, { ...fields, nonce: 1 })).not.toMatchObject(published)
  })

  test('a chain on which no verdict is given', async () => {
    const [other, own] = [await json([...arbitrum.slice(0, -1), '100'], fields), await json(arbitrum, fields)]
    expect(other.messageHash).toBe(own.messageHash)
    expect(other.domainHash).not.toBe(own.domainHash)
  })

  test('versions before 1.3.0 sign no chain', async () => {
    const old = ['--safe', SAFE, '--safe-version', '1.1.1']
    expect(await json(old, fields)).toEqual(await json([...old, '--chain', 'base'], fields))
  })

  test('typed data needs neither Safe nor chain', async () => {
    const typed = {
      types: {
        EIP712Domain: [
          { name: 'chainId', type: 'uint256' },
          { name: 'verifyingContract', type: 'address' },
        ],
        SafeTx: ['to address', 'value uint256', 'data bytes', 'operation uint8', 'safeTxGas uint256', 'baseGas uint256']
          .concat(['gasPrice uint256', 'gasToken address', 'refundReceiver address', 'nonce uint256'])
          .map((each) => ({ name: each.split(' ')[0], type: each.split(' ')[1] })),
      },
      primaryType: 'SafeTx',
      domain: { chainId: 42161, verifyingContract: SAFE },
      message: fields,
    }
    expect(await json(['--safe-version', '1.3.0'], typed)).toMatchObject(published)
    const others = {
      '1.1.1': 'its types are not those that Safe 1.1.1 signs',
      '0.1.0': 'its types are not those that Safe 0.1.0 signs',
    }
    for (const [version, message] of Object.entries(others)) {
      const { code, stderr } = await hash(['--safe-version', version], typed)
      expect({ code, stderr }).toEqual({ code: 8, stderr: expect.stringContaining(message) })
    }
  })

  test('an owner that is a Safe approves the hash', async () => {
    const payment = {
      to: '0x255C3912f91eF11bFDadd405F13144a823Da8cc5',
      value: '100000000000000000',
      data: '0x',
      operation: 0,
      nonce: 4,
    }
    const nested = {
      domainHash: '0x55f6c329a7834e2a4e789f5526f328fa75d14fe75b97b0001be40caf46ca92a1',
      messageHash: '0xcd411ee5d49344391ef8d37b76e19dfacf505bbb20e856ac907acb5958ecbdf0',
      safeTxHash: '0x86eb3f93f2670d119a4ecb8eeaa4dafe31a28abcafe06688d47e195a3dd7abb0',
    }
    const owner = ['--owner-safe', OWNER, '--owner-safe-nonce', '4']
    expect(await json([...sepolia, ...owner], payment)).toMatchObject({ nested })
    const old = await json([...sepolia, ...owner, '--owner-safe-version', '1.1.1'], payment)
    expect(old.nested).toMatchObject({ messageHash: nested.messageHash })
    expect(old.nested).not.toMatchObject({ domainHash: nested.domainHash })
  })

  test('a text that the Safe signs', async () => {
    const text =
      'Welcome to OpenSea!\n\nClick to sign in and accept the OpenSea Terms of Service (https://opensea.io/tos) and Privacy Policy (https://opensea.io/privacy).\n\nThis request will not trigger a blockchain transaction or cost any gas fees.\n\nWallet address:\n0x657ff0d4ec65d82b2bc1247b0a558bcd2f80a0f1\n\nNonce:\nea499f2f-fdbc-4d04-92c4-b60aba887e06'
    expect(await json([...sepolia, '--message', text])).toEqual({
      domainHash: '0x611379c19940caee095cdb12bebe6a9fa9abb74cdb1fbd7377c49a1f198dc24f',
      messageHash: '0xa5d2f507a16279357446768db4bd47a03bca0b6acac4632a4c2c96af20d6f6e5',
      safeMessageHash: '0x1866b559f56261ada63528391b93a1fe8e2e33baf7cace94fc6b42202d16ea08',
    })
  })

  test('typed data that the Safe signs', async () => {
    const file = join(makeCli({ withDatabase: false }).home, 'mail.json')
    // The example of EIP-712, with the hash that it gives.
    const person = (name: string, wallet: string) => ({ name, wallet })
    const mail = {
      types: {
        Person: [
          { name: 'name', type: 'string' },
          { name: 'wallet', type: 'address' },
        ],
        Mail: [
          { name: 'from', type: 'Person' },
          { name: 'to', type: 'Person' },
          { name: 'contents', type: 'string' },
        ],
      },
      primaryType: 'Mail',
      domain: {
        name: 'Ether Mail',
        version: '1',
        chainId: 1,
        verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
      },
      message: {
        from: person('Cow', '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826'),
        to: person('Bob', '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB'),
        contents: 'Hello, Bob!',
      },
    }
    writeFileSync(file, JSON.stringify(mail))
    const expected = safeMessageHashes({
      safe: '0x657ff0d4ec65d82b2bc1247b0a558bcd2f80a0f1',
      chainId: 11155111n,
      version: safeVersion('1.4.1') as SafeVersion,
      message: '0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2',
    })
    expect(await json([...sepolia, '--typed-data', file])).toEqual(expected)
  })
})

/**
 * Hashes that others publish, of versions before those whose contracts test/chain/safe-hashes.test.ts asks. No published hash of 1.2.0
 * is known: its type hashes are those of 1.1.1.
 */
test('operation 2 creates a contract before Safe 1.1.0, and is refused since', async () => {
  const creation = { to: `0x${'0'.repeat(40)}`, value: 0, data: '0x562944', operation: 2, nonce: 1 }
  const stdin = JSON.stringify(creation)
  const argv = ['safe', 'hash', '--file', '-', '--safe', creation.to, '--chain', 'ethereum', '--safe-version']
  expect(await makeCli()([...argv, '1.0.0'], { stdin })).toMatchObject({ code: 0 })
  const refused = await makeCli()([...argv, '1.4.1'], { stdin })
  expect(refused.code).toBe(8)
  expect(refused.stderr).toContain('operation 2 is not 0 (call) or 1 (delegatecall), and Safe 1.4.1 reverts it')
})

describe('published hashes of older versions', () => {
  const to = '0x5AC255889882aaB35A2aa939679E3F3d4Cea221E'
  const zero = `0x${'0'.repeat(40)}`
  /** safe-global/safe-eth-py (e9d83cc), safe_eth/safe/tests/test_safe_tx.py, test_hash_safe_multisig_tx. */
  const ofPython = {
    safe: '0x692a70D2e424a56D2C6C27aA97D1a86395877b3A',
    call: {
      to,
      value: 5000000,
      data: '0x00',
      operation: 0,
      nonce: 67,
      safeTxGas: 50000,
      baseGas: 100,
      gasPrice: 10000,
      gasToken: zero,
      refundReceiver: zero,
    },
    creation: {
      to: zero,
      value: 80000000,
      data: '0x562944',
      operation: 2,
      nonce: 257000,
      safeTxGas: 54522,
      baseGas: 773,
      gasPrice: 22000000,
      gasToken: zero,
      refundReceiver: zero,
    },
  }
  /** safe-global/safe-android (45aef6e), data/src/test: SafeTxHashTest.kt and tx_details_*.json, answers of the service on Rinkeby. */
  const android = '0x1230B3d59858296A31053C1b8562Ecf89A2f888b'
  const ofAndroid = {
    rejection: { to: android, value: 0, data: null, operation: 0, safeTxGas: 22881, nonce: 266 },
    transfer: {
      to: '0x938bae50a210b80EA233112800Cd5Bc2e7644300',
      value: '100000000000000000',
      data: null,
      operation: 0,
      safeTxGas: 29563,
      nonce: 247,
    },
    singleton: {
      to: android,
      value: 0,
      operation: 0,
      safeTxGas: 30084,
      nonce: 252,
      data: '0x7de7edef000000000000000000000000b6029ea3b2c51d09a50b53ca8012feeb05bda35a',
    },
  }

  test.each<[string, string, object, string, string]>([
    [
      '0.1.0',
      'a call',
      ofPython.call,
      ofPython.safe,
      'c9d69a2350aede7978fdee58e702647e4bbdc82168577aa4a43b66ad815c6d1a',
    ],
    [
      '0.1.0',
      'a creation',
      ofPython.creation,
      ofPython.safe,
      '8ca8db91d72b379193f6e229eb2dff0d0621b6ef452d90638ee3206e9b7349b3',
    ],
    [
      '1.0.0',
      'a call',
      ofPython.call,
      ofPython.safe,
      '7c60341f3e1b4483575f38e84e97d6b332a2dd55b9290f39e6e26eef29a04fe7',
    ],
    [
      '1.0.0',
      'a creation',
      ofPython.creation,
      ofPython.safe,
      'f585279fd867c94738096f4eab964e9e202014d2f0d5155d751099ad85cbe504',
    ],
    [
      '1.1.0',
      'a rejection',
      ofAndroid.rejection,
      android,
      'ae055bbf157d6f3bea470373f7049388d3881fcdf46e0a3d9bf8255c2c9ceb18',
    ],
    [
      '1.1.0',
      'a transfer',
      ofAndroid.transfer,
      android,
      'b3bb5fe5221dd17b3fe68388c115c73db01a1528cf351f9de4ec85f7f8182a67',
    ],
    [
      '1.1.0',
      'a new singleton',
      ofAndroid.singleton,
      android,
      '65a2f38ef0f68c30d1d0310521e3853a3b46d4aa4d53b7d1dce3335b7b2b38a0',
    ],
  ])('%s, %s', async (version, _what, transaction, safe, published) => {
    const argv = ['--safe', safe, '--safe-version', version]
    expect(await json(argv, transaction)).toMatchObject({ safeTxHash: `0x${published}` })
    expect((await hash([...argv, '--compare', `0x${published}`], transaction)).code).toBe(0)
  })
})

describe('--compare', () => {
  const shown = `0x${published.safeTxHash.slice(2).toUpperCase()}`

  test.each([shown, published.safeTxHash, shown.replace('0x', '0X'), shown.slice(2)])('%s matches', async (hashed) => {
    const { code, stdout } = await hash([...arbitrum, '--compare', hashed], fields, { tty: true })
    expect(code).toBe(0)
    expect(stdout).toContain('The compared hash matches.')
  })

  test('another hash ends with 12', async () => {
    const { code, stdout } = await hash([...arbitrum, '--compare', `0x${'1'.repeat(64)}`, '--json'], fields)
    expect(code).toBe(12)
    expect(JSON.parse(stdout)).toMatchObject({
      ...published,
      compared: { hash: `0x${'1'.repeat(64)}`, matches: false },
    })
  })

  test('the message hash is named, and no match', async () => {
    const { code, stdout } = await hash([...arbitrum, '--compare', published.messageHash], fields, { tty: true })
    expect(code).toBe(12)
    expect(stdout).toContain(
      `MISMATCH: the compared hash is 0x${published.messageHash.slice(2).toUpperCase()}. It is messageHash.`,
    )
  })

  test('one changed field is a mismatch', async () => {
    for (const change of [
      { operation: 1 },
      { value: 1 },
      { baseGas: 1 },
      { nonce: 235 },
      { data: '0x' },
      { to: OWNER },
    ])
      expect((await hash([...arbitrum, '--compare', shown], { ...fields, ...change })).code).toBe(12)
  })

  test('the claim of a file is compared, for its own nonce', async () => {
    const item = { ...fields, safe: SAFE, safeTxHash: published.safeTxHash }
    expect((await hash(arbitrum, item)).code).toBe(0)
    const { code, stdout } = await hash(arbitrum, { ...item, operation: 1 }, { tty: true })
    expect({ code, stdout }).toEqual({
      code: 12,
      stdout: expect.stringContaining('MISMATCH: the safeTxHash of the file'),
    })
    expect((await hash([...arbitrum, '--nonce', '7'], item)).code).toBe(0)
  })

  test('of a message', async () => {
    const version = safeVersion('1.3.0') as SafeVersion
    const message = PersonalMessage.getSignPayload(Hex.fromString('hi'))
    const own = { safe: SAFE.toLowerCase() as Hex.Hex, chainId: 42161n, version, message }
    const { safeMessageHash } = safeMessageHashes(own)
    expect((await hash([...arbitrum, '--message', 'hi', '--compare', safeMessageHash])).code).toBe(0)
    expect((await hash([...arbitrum, '--message', 'hi ', '--compare', safeMessageHash])).code).toBe(12)
  })
})

test('a card for people, in capitals', async () => {
  const owner = ['--owner-safe', OWNER, '--owner-safe-nonce', '7']
  const refund = { gasPrice: '5', operation: 1 }
  const { stdout } = await hash([...arbitrum, ...owner], { ...fields, ...refund }, { tty: true })
  expect(stdout).toContain(
    `Safe ${SAFE} (1.3.0) on arbitrum, nonce 234\ndelegatecall to ${SAFE}, value 0 wei, 68 bytes of data (0x0d582f13)\n`,
  )
  expect(stdout).toContain('refunds gas: price 5, token 0x0000000000000000000000000000000000000000')
  expect(stdout).toContain(
    `domain hash  the same for everything that this Safe signs\n  0x${published.domainHash.slice(2).toUpperCase()}\n`,
  )
  expect(stdout).toContain(`Approval by the owner ${OWNER}\n`)
  expect(stdout.match(/0x[0-9A-F]{64}/g)).toHaveLength(7)
})

describe('the command line', () => {
  test.each<[string, readonly string[], object | undefined, number, string]>([
    ['no source', arbitrum, undefined, 2, 'safe hash needs one of --file, --batch, --message, --typed-data'],
    ['two sources', [...arbitrum, '--message', 'hi'], fields, 2, 'needs one of'],
    ['no Safe', ['--safe-version', '1.3.0', '--chain', '10'], fields, 2, 'safe hash needs --safe'],
    ['no chain', ['--safe', SAFE, '--safe-version', '1.3.0'], fields, 2, 'safe hash needs --chain'],
    ['no nonce, offline', arbitrum, withoutNonce, 2, 'safe hash needs --nonce: no node is configured'],
    [
      'no version, offline',
      arbitrum.slice(0, 2).concat(arbitrum.slice(4)),
      fields,
      2,
      'safe hash needs --safe-version',
    ],
    ['an unknown version', [...arbitrum, '--safe-version', '1.6.0'], fields, 2, 'the hashes of "1.6.0" are not known'],
    ['a bad address', [...arbitrum, '--safe', `${SAFE}0`], fields, 2, 'is not an address'],
    ['a bad hash', [...arbitrum, '--compare', '0x12'], fields, 2, '--compare: "0x12" is not a hash'],
    ['a bad nonce', [...arbitrum, '--nonce', '-1'], fields, 2, '--nonce: "-1" is not a whole number'],
    ['a bad chain', [...arbitrum, '--chain', 'nowhere'], fields, 2, '--chain: "nowhere" is not a chain'],
    ['an owner without a nonce', [...arbitrum, '--owner-safe', OWNER], fields, 2, 'safe hash needs --owner-safe-nonce'],
    [
      'a nonce of no owner',
      [...arbitrum, '--owner-safe-nonce', '1'],
      fields,
      2,
      '--owner-safe-nonce needs --owner-safe',
    ],
    [
      'the Safe as its owner',
      [...arbitrum, '--owner-safe', SAFE, '--owner-safe-nonce', '1'],
      fields,
      2,
      'is the Safe itself',
    ],
    [
      'a nonce of a message',
      [...arbitrum, '--message', 'hi', '--nonce', '1'],
      undefined,
      2,
      '--nonce is about transactions',
    ],
    [
      'another Safe',
      arbitrum,
      { ...fields, safe: OWNER, safeTxHash: published.safeTxHash },
      8,
      'the file is about the Safe',
    ],
    [
      'a misspelt field',
      arbitrum,
      { ...withoutNonce, nonse: 1 },
      8,
      'tx.json: unknown field "nonse" (Did you mean nonce?)',
    ],
    ['a lost digit', arbitrum, { ...fields, value: 1e21 }, 8, 'tx.json: value: 1e+21 is not a whole number'],
  ])('%s', async (_title, argv, file, code, message) => {
    const result = await hash(argv, file)
    expect({ code: result.code, stdout: result.stdout }).toEqual({ code, stdout: '' })
    expect(result.stderr).toContain(message)
  })
})
