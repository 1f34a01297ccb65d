import { describe, expect } from 'vitest'
import { slots } from '../../src/service/chain/accounts/proxies.ts'
import type { ChainAccount } from '../../src/service/risk/chain/account.ts'
import { address, everything, list, poor, readAccounts, set, text, word } from '../support/chain/accounts.ts'
import { answeringCode, delegatingCode } from '../support/chain/answering-code.ts'
import { startAnvil } from '../support/chain/anvil.ts'
import { startHardhat } from '../support/chain/hardhat.ts'
import type { NodeProcess } from '../support/chain/node-process.ts'
import { needs } from '../support/needs.ts'

const SYMBOL = '0x95d89b41'
const NAME = '0x06fdde03'
const DECIMALS = '0x313ce567'
const OWNER = '0x8da5cb5b'
const OWNERS = '0xa0e67e2b'
const THRESHOLD = '0xe75235b8'
const IMPLEMENTATION = '0x5c60da1b'
const TOKEN0 = '0x0dfe1681'
const TOKEN1 = '0xd21220a7'
const FACTORY = '0xc45a0155'

const EMPTY = address('e0')
const EOA = address('e1')
const DELEGATED = address('d1')
const DELEGATE = address('d2')
const TOKEN = address('70')
const OLD_TOKEN = address('71')
const CLONE = address('c1')
const LIBRARY = address('c2')
const PROXY = address('b1')
const ADMIN = address('ad')
const BEACON_PROXY = address('b2')
const BEACON = address('be')
const OLD_PROXY = address('b3')
const SAFE = address('5a')
const SINGLETON = address('51')
const LIAR = address('11')
const BURNER = address('bb')
const POOL = address('f3')
const NO_POOL = address('f4')
const [A, B] = [address('a1'), address('a2')]

const token = answeringCode({
  [SYMBOL]: text('USDC'),
  [NAME]: text('USD Coin'),
  [DECIMALS]: word(6n),
  [OWNER]: word(A),
})
const safeAnswers = { [OWNERS]: list(A, B), [THRESHOLD]: word(2n) }

/** Address, code, storage. */
const contracts: readonly (readonly [string, string, Readonly<Record<string, string>>?])[] = [
  [DELEGATED, `0xef0100${DELEGATE.slice(2)}`],
  [DELEGATE, answeringCode({})],
  [TOKEN, token],
  [
    OLD_TOKEN,
    answeringCode({ [SYMBOL]: `0x${Buffer.from('MKR').toString('hex').padEnd(64, '0')}`, [DECIMALS]: word(18n) }),
  ],
  [LIBRARY, token],
  [CLONE, `0x363d3d373d3d3d363d73${LIBRARY.slice(2)}5af43d82803e903d91602b57fd5bf3`],
  [PROXY, delegatingCode(slots.eip1967), { [slots.eip1967]: word(LIBRARY), [slots.admin]: word(ADMIN) }],
  [BEACON, answeringCode({ [IMPLEMENTATION]: word(LIBRARY) })],
  [BEACON_PROXY, delegatingCode(slots.beacon), { [slots.beacon]: word(BEACON) }],
  [OLD_PROXY, delegatingCode(slots.zeppelinos), { [slots.zeppelinos]: word(LIBRARY) }],
  [SINGLETON, answeringCode(safeAnswers)],
  [SAFE, delegatingCode(slots.first), { [slots.first]: word(SINGLETON) }],
  // Says that it is a Safe, and has nothing in its first slot.
  [
    LIAR,
    answeringCode({
      ...safeAnswers,
      [SYMBOL]: text('U\u202eSDC\u200b\n'),
      [DECIMALS]: word(256n),
      [OWNER]: word(2n ** 200n),
    }),
  ],
  [POOL, answeringCode({ [TOKEN0]: word(A), [TOKEN1]: word(B), [FACTORY]: word(LIBRARY) })],
  [NO_POOL, answeringCode({ [TOKEN0]: word(A), [TOKEN1]: word(A), [FACTORY]: word(LIBRARY) })],
  // Spends all gas it gets.
  [BURNER, '0x5b600056'],
]

async function prepare(node: NodeProcess): Promise<void> {
  await set(node, 'setBalance', EOA, '0x1')
  for (const [at, code, storage = {}] of contracts) {
    await set(node, 'setCode', at, code)
    for (const [slot, value] of Object.entries(storage)) await set(node, 'setStorageAt', at, slot, value)
  }
  await node.rpc('evm_mine')
}

/** Spends all gas it gets. */
const BURN = '0x5b600056'
/** Returns 30,000 bytes. */
const RETURN_BOMB = '0x600019600052600019617510526175306000f3'
const around = (before: string, after: string) => `0x${before}${LIBRARY.slice(2)}${after}`
const clones = [
  around('363d3d373d3d3d363d73', '5af43d82803e903d91602b57fd5bf3'),
  around('3d3d3d3d363d3d37363d73', '5af43d3d93803e602a57fd5bf3'),
  around('365f5f375f5f365f73', '5af43d5f5f3e5f3d91602a57fd5bf3'),
  around('5f5f365f5f37365f73', '5af43d5f5f3e6029573d5ffd5b3d5ff3'),
  around('3d3d3d3d363d3d376100026037363936610002013d73', '5af43d3d93803e603557fd5bf30000'),
  around(
    '36602c57343d527f9e4ac34f21c619cefc926c8bd93b54bf5a39c7ab2127a895af1cc0691d7e3dff593da1005b363d3d373d3d3d3d610002806062363936013d73',
    '5af43d3d93803e606057fd5bf30002',
  ),
]

const subjects = [
  EMPTY,
  EOA,
  DELEGATED,
  TOKEN,
  OLD_TOKEN,
  CLONE,
  PROXY,
  BEACON_PROXY,
  OLD_PROXY,
  SAFE,
  LIAR,
  POOL,
  NO_POOL,
  BURNER,
]

const usdc = { symbol: 'USDC', name: 'USD Coin', decimals: 6, standard: 'erc20' }
const noProxy = { implementation: undefined, admin: undefined, beacon: undefined }
const kinds: Readonly<Record<string, Partial<ChainAccount>>> = {
  [EMPTY]: { kind: 'empty', balance: 0n, codeSize: 0, codeHash: undefined },
  [EOA]: { kind: 'eoa', balance: 1n, nonce: 0, codeHash: undefined },
  [DELEGATED]: { kind: 'delegated', codeSize: 23, delegate: DELEGATE },
  [TOKEN]: { kind: 'contract', token: usdc as ChainAccount['token'], owner: A, proxy: undefined, safe: undefined },
  [OLD_TOKEN]: { token: { symbol: 'MKR', name: undefined, decimals: 18, standard: 'erc20' } },
  [CLONE]: { proxy: { ...noProxy, form: 'eip1167', implementation: LIBRARY }, token: usdc as ChainAccount['token'] },
  [PROXY]: { proxy: { ...noProxy, form: 'eip1967', implementation: LIBRARY, admin: ADMIN } },
  [BEACON_PROXY]: { proxy: { ...noProxy, form: 'beacon', implementation: LIBRARY, beacon: BEACON } },
  [OLD_PROXY]: { proxy: { ...noProxy, form: 'zeppelinos', implementation: LIBRARY } },
  [SAFE]: { proxy: { ...noProxy, form: 'safe', implementation: SINGLETON }, safe: { owners: [A, B], threshold: 2 } },
  [LIAR]: {
    kind: 'contract',
    token: { symbol: String.raw`U\u{202e}SDC\u{200b}`, name: undefined, decimals: undefined, standard: undefined },
    owner: undefined,
    proxy: undefined,
    safe: undefined,
  },
  [POOL]: { kind: 'contract', token: undefined, isPool: true },
  [NO_POOL]: { kind: 'contract', token: undefined },
  [BURNER]: { kind: 'contract', codeSize: 4, token: undefined },
  // Found by the first trip.
  [DELEGATE]: { kind: 'contract' },
  [LIBRARY]: { kind: 'contract' },
  [BEACON]: { kind: 'contract' },
  [SINGLETON]: { kind: 'contract', safe: undefined },
  // Who may replace implementations.
  [ADMIN]: { kind: 'empty' },
  [A]: { kind: 'empty' },
}

describe('accounts on a node', () => {
  for (const [name, start] of [
    ['anvil', startAnvil],
    ['hardhat', startHardhat],
  ] as const) {
    for (const [way, can] of [
      ['with the lens', everything],
      ['one request for each fact', poor],
    ] as const) {
      needs(name).test(`${name}, ${way}: every kind of account`, async () => {
        await using node = await start()
        await prepare(node)
        const { accounts, reader, trips } = await readAccounts(node, subjects, { can, nonces: [EOA] })
        for (const [at, expected] of Object.entries(kinds)) expect(accounts.get(at)).toMatchObject(expected)
        const ownCode = Array.from(accounts.values()).filter(({ runsOwnCode }) => runsOwnCode)
        const whole = [TOKEN, OLD_TOKEN, LIBRARY, SINGLETON, LIAR, POOL, NO_POOL]
        expect(ownCode.map(({ address: at }) => at).toSorted()).toEqual(whole.toSorted())
        expect(accounts.size).toBe(Object.keys(kinds).length)
        expect(reader.missing().filter(({ topic }) => topic !== 'Age of contracts')).toEqual([])
        if (can.overrides) expect(trips.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(10)
      })
    }
  }

  needs('anvil').test('clones of every form run what they name', async () => {
    await using node = await startAnvil()
    await set(node, 'setCode', LIBRARY, token)
    const at = clones.map((_, index) => address(`9${index}`))
    for (const [index, code] of clones.entries()) await set(node, 'setCode', at[index], code)
    await node.rpc('evm_mine')
    const { accounts } = await readAccounts(node, at)
    for (const each of at) {
      expect(accounts.get(each)?.proxy?.implementation).toBe(LIBRARY)
      // The code of the library answers: the clone delegates there.
      expect(accounts.get(each)?.token).toEqual(usdc)
    }
  })

  for (const [name, start] of [
    ['anvil', startAnvil],
    ['hardhat', startHardhat],
  ] as const)
    needs(name).test(
      `${name}: contracts that burn gas or return 30,000 bytes cost no answer about others`,
      async () => {
        await using node = await start()
        const hostile = Array.from({ length: 19 }, (_, index) => address(`8${index.toString(16).padStart(2, '0')}`))
        for (const [index, at] of hostile.entries()) await set(node, 'setCode', at, index % 2 ? BURN : RETURN_BOMB)
        await set(node, 'setCode', TOKEN, token)
        await node.rpc('evm_mine')
        const { accounts, reader, trips } = await readAccounts(node, [...hostile, TOKEN])
        expect(accounts.get(TOKEN)?.token).toEqual(usdc)
        expect(hostile.every((at) => accounts.get(at)?.kind === 'contract')).toBe(true)
        expect(reader.missing().filter(({ topic }) => topic !== 'Age of contracts')).toEqual([])
        expect(trips[0]).toBe(2)
      },
    )
})
