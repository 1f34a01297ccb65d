import { describe, expect, test } from 'vitest'
import { readSafeTransaction } from '../../../src/shared/safe/read-transaction.ts'
import { safeTxMembers } from '../../../src/shared/safe/versions.ts'

const TO = '0x111CEEee040739fD91D29C34C33E6B3E112F2177'
const SAFE = '0x657ff0D4eC65D82b2bC1247b0a558bcd2f80A0f1'
const NONE = '0x0000000000000000000000000000000000000000'
const bare = { to: TO, value: '1', data: '0xAB', operation: 0 }
const full = {
  ...bare,
  safeTxGas: 0,
  baseGas: 21000,
  gasPrice: '0x5',
  gasToken: NONE,
  refundReceiver: NONE,
  nonce: 234,
}
const plain = {
  to: TO.toLowerCase(),
  value: 1n,
  data: '0xab',
  operation: 0,
  safeTxGas: 0n,
  baseGas: 0n,
  gasPrice: 0n,
  gasToken: NONE,
  refundReceiver: NONE,
}
const refunded = { ...plain, baseGas: 21000n, gasPrice: 5n, nonce: 234n }

const membersOf = (text: string) =>
  text.split(',').map((each) => ({ type: each.split(' ')[0], name: each.split(' ')[1] }))
const typed = {
  types: {
    EIP712Domain: membersOf('uint256 chainId,address verifyingContract'),
    SafeTx: membersOf(safeTxMembers('baseGas')),
  },
  primaryType: 'SafeTx',
  domain: { chainId: 11155111, verifyingContract: SAFE },
  message: full,
}

describe('three forms', () => {
  test('the ten fields: without a refund and a nonce, and with both', () => {
    expect(readSafeTransaction(bare)).toEqual({ transaction: plain, claimed: {} })
    expect(readSafeTransaction(full)).toEqual({ transaction: refunded, claimed: {} })
  })

  test('dataGas of Safe 0.1 is baseGas', () => {
    const { baseGas, ...others } = full
    expect(readSafeTransaction({ ...others, dataGas: baseGas }).transaction).toEqual(refunded)
  })

  test('a transaction of the service, with members that are not known here', () => {
    const safeTxHash = `0x${'CB'.repeat(32)}`
    const item = { ...full, safe: SAFE, safeTxHash, data: null, nonce: '234', confirmations: [], added: 1 }
    expect(readSafeTransaction(item)).toEqual({
      transaction: { ...refunded, data: '0x' },
      claimed: { safe: SAFE.toLowerCase(), safeTxHash: safeTxHash.toLowerCase() },
    })
  })

  test('typed data, also of old versions', () => {
    const claimed = { safe: SAFE.toLowerCase(), chainId: 11155111n }
    const signs = { signsChainId: true, gasMember: 'baseGas' }
    expect(readSafeTransaction(typed)).toEqual({ transaction: refunded, claimed, signs })
    const { baseGas, ...others } = full
    const old = {
      types: { SafeTx: membersOf(safeTxMembers('dataGas')) },
      primaryType: 'SafeTx',
      domain: { verifyingContract: SAFE },
      message: { ...others, dataGas: baseGas },
    }
    expect(readSafeTransaction(old)).toEqual({
      transaction: refunded,
      claimed: { safe: claimed.safe },
      signs: { signsChainId: false, gasMember: 'dataGas' },
    })
  })
})

const without = (name: string, from: object = full) =>
  Object.fromEntries(Object.entries(from).filter(([each]) => each !== name))

test.each<[unknown, string]>([
  [[], 'it is not an object with the fields of a Safe transaction'],
  [without('to'), 'to is missing'],
  [without('value'), 'value is missing'],
  [without('data'), 'data is missing'],
  [without('operation'), 'operation is missing'],
  [{ ...without('operation'), operaton: 1 }, 'unknown field "operaton"'],
  [{ ...full, operation: 3 }, 'operation: 3 is not 0 (call) or 1 (delegatecall)'],
  [{ ...full, operation: '1 ' }, 'operation: "1 " is not a whole number'],
  [{ ...full, nonce: -1 }, 'nonce: -1 is not a whole number'],
  [{ ...full, nonce: 1.5 }, 'nonce: 1.5 is not a whole number'],
  [{ ...full, value: 1e21 }, 'value: 1e+21 is not a whole number'],
  [{ ...full, gasPrice: '' }, 'gasPrice: "" is not a whole number'],
  [{ ...full, data: 'ab' }, 'data: "ab" is not 0x'],
  [{ ...full, to: TO.replace('CEE', 'cEE') }, 'it has a wrong EIP-55 checksum'],
  [{ ...full, dataGas: 0 }, 'baseGas and dataGas are one field'],
  [{ ...full, safeTxHash: '0x1' }, 'safeTxHash: "0x1" is not a hash'],
  [{ ...without('nonce'), safeTxHash: `0x${'1'.repeat(64)}` }, 'nonce is missing'],
  [{ ...typed, primaryType: 'Permit' }, 'primaryType "Permit" is not SafeTx'],
  [{ ...typed, message: without('gasPrice') }, 'message.gasPrice is missing'],
  [{ ...typed, message: { ...full, extra: 1 } }, 'message: unknown field "extra"'],
  [{ ...typed, domain: { ...typed.domain, name: 'Safe' } }, 'domain: unknown field "name"'],
  [{ ...typed, domain: { verifyingContract: SAFE } }, 'domain.chainId is missing'],
  [
    { ...typed, types: { ...typed.types, SafeTx: membersOf(safeTxMembers('baseGas').replace('uint8', 'uint256')) } },
    'types.SafeTx is not the type that a Safe signs',
  ],
  [
    { ...typed, types: { ...typed.types, SafeTx: [{ type: 'address', name: safeTxMembers('baseGas').slice(8) }] } },
    'types.SafeTx is not the type that a Safe signs',
  ],
  [
    { ...typed, types: { ...typed.types, EIP712Domain: membersOf('string name,address verifyingContract') } },
    'types.EIP712Domain is not the domain of a Safe',
  ],
])('refuses %j', (given, message) => {
  expect(() => readSafeTransaction(given)).toThrow(
    expect.objectContaining({
      kind: 'refused',
      code: 'invalid-safe-transaction',
      message: expect.stringContaining(message),
    }),
  )
})
