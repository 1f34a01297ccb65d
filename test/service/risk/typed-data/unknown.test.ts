import { describe, expect, test } from 'vitest'
import { checksummed } from '../../../../src/api/address.ts'
import { missingText } from '../../../../src/api/text/missing.ts'
import { knownMessages } from '../../../../src/service/risk/typed-data/messages/look-up.ts'
import { intel } from '../situation.ts'
import { coin, judgedMessage, partner, safe, thief, trusted, typed, verdict, ZERO } from './typed.ts'

const safeTransaction = (data: string) =>
  typed(
    'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)',
    safe,
    {
      to: coin,
      value: '0',
      data,
      operation: 0,
      safeTxGas: '0',
      baseGas: '0',
      gasPrice: '0',
      gasToken: ZERO,
      refundReceiver: ZERO,
      nonce: '1',
    },
  )

const mail = (who: string, contract: string | undefined = coin) =>
  typed('Mail(Person[] to,string text,bytes32 nonce)Person(string name,address wallet)', contract, {
    to: [{ name: 'Alice\u001b[31m', wallet: who }],
    text: partner,
    nonce: `0x${'ab'.repeat(32)}`,
  })

describe('an address that is hidden in a message', () => {
  const hidden = `0x01${thief.slice(2)}02`
  const words = { word: `0x${'cd'.repeat(6)}${thief.slice(2)}${'cd'.repeat(6)}`, amount: BigInt(thief).toString() }
  test.each([
    ['bytes', typed('Mail(bytes data)', coin, { data: hidden })],
    ['bytes32', typed('Mail(bytes32 data)', coin, { data: words.word })],
    ['a number', typed('Mail(uint256 data)', coin, { data: words.amount })],
    ['a text', typed('Mail(string data)', coin, { data: `to ${thief}` })],
    ['a struct in a list', typed('Mail(Part[] parts)Part(bytes data)', coin, { parts: [{ data: hidden }] })],
    ['the data of a Safe transaction', safeTransaction(hidden)],
  ])('in %s counts in full when it is blocked or sanctioned', (_, data) => {
    const entries = [{ id: 'block-1', type: 'BLOCK' as const, address: thief }]
    expect(judgedMessage(data, { entries }).combinedScore).toBe(100)
    expect(judgedMessage(data, { intel: [intel(thief, { kind: 'sanctioned' })] }).combinedScore).toBe(100)
    expect(judgedMessage(data, { intel: [intel(thief, { kind: 'exchange' })] }).combinedScore).toBeLessThan(31)
  })
})

describe('a message of an unknown type', () => {
  test('is NO DATA, whatever is known about its contract and addresses', () => {
    expect(verdict(judgedMessage(mail(thief), { intel: [trusted(coin), trusted(thief)], hasHistory: true }))).toBe(
      'NO DATA',
    )
    expect(verdict(judgedMessage(mail(thief, undefined), { chainId: '1' }))).toBe('NO DATA')
  })

  test('stays NO DATA with an ALLOW entry for its contract', () => {
    const entries = [{ id: 'allow-1', type: 'ALLOW' as const, address: coin }]
    expect(verdict(judgedMessage(mail(thief), { entries }))).toBe('NO DATA')
  })

  test('shows its fields and names its type', () => {
    const { reasons, missing } = judgedMessage(mail(thief)).explanation
    expect(reasons.find(({ rule }) => rule === 'message-fields')?.text).toBe(
      `Mail: to[0].name "Alice\\u001b[31m", to[0].wallet ${checksummed(thief)}, text "${partner}", nonce 0x${'ab'.repeat(32)}.`,
    )
    expect(missing.map(missingText)).toContain('Unknown message type Mail')
    expect(missing.map(missingText)).not.toContain('No trace')
  })

  test.each([
    ['sanctioned', { kind: 'sanctioned' }, 'UNSAFE sanctioned-address 100'],
    ['malicious', { kind: 'malicious', severity: 90 }, 'UNSAFE listed-address 90'],
  ] as const)('an address in it that is %s counts in full, as does one in a text', (_, about, expected) => {
    expect(verdict(judgedMessage(mail(thief), { intel: [intel(thief, about)] }))).toBe(expected)
    expect(verdict(judgedMessage(mail(thief), { intel: [intel(partner, about)] }))).toBe(expected)
  })

  test('a BLOCK entry for an address in it blocks', () => {
    const entries = [{ id: 'block-1', type: 'BLOCK' as const, address: thief }]
    expect(judgedMessage(mail(thief), { entries })).toMatchObject({ valid: false, enforcement: 'BLOCKED' })
  })
})

test('every row names its source, and no type twice', () => {
  const types = knownMessages().map(({ type, matches }) => type ?? matches)
  expect(new Set(types).size).toBe(types.length)
  for (const { source } of knownMessages()) expect(source.length).toBeGreaterThan(5)
})
