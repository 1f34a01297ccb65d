import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checksummed } from '../../../../src/api/address.ts'
import { analyze } from '../../../../src/service/risk/analyze.ts'
import { word } from '../call-data.ts'
import { array, bytes, call, type Encoded, tuple, value } from '../encoding.ts'
import { allow, block, intel, judged, other, sender, token, transaction } from '../situation.ts'
import { judgedMessage, SOON, typed } from '../typed-data/typed.ts'
import { wrapInMulticall, wrapInMultiSend, wrapInSafe, wrapInUserOperation } from '../wrapping.ts'

const hex = (minLength: number, maxLength: number) =>
  fc.uint8Array({ minLength, maxLength }).map((each) => Buffer.from(each).toString('hex'))

/** Not more than eight zero bytes: that is padding. */
const anAddress = hex(20, 20)
  .filter(
    (digits) =>
      (digits.match(/../g) ?? []).filter((byte) => byte === '00').length <= 8 &&
      !/^(?:f{40}|(?:[2-7].){20})$/.test(digits),
  )
  .map((digits) => `0x${digits}`)

/** Bytes without an order, in hex. */
function noise(length: number): string {
  let state = 1
  const next = () => {
    state = Math.imul(state, 1_664_525) + 1_013_904_223
    return state >>> 24
  }
  return Buffer.from(Uint8Array.from({ length }, next)).toString('hex')
}

const text = (of: string) => bytes(Buffer.from(of).toString('hex'))
const setText = (of: Encoded) => call('0x10f13a8c', value('7'), text('addr'), of)

function operationWith(inner: string, paymaster: string): string {
  const start = [value(other), value(7), bytes(''), bytes(inner)]
  const end = [value(0), value(0), value(0), bytes(paymaster), bytes('bb'.repeat(65))]
  return call('0x765e827f', array(tuple(...start, ...end)), value(other))
}

/** Call data that holds an address in a place that no table reads. */
const places: Record<string, (digits: string, before: string, after: string) => string> = {
  'a word of an unknown function': (digits) => `0xdeadbeef${word(7)}${word(digits)}`,
  'a word aligned to the left': (digits) => `0xdeadbeef${digits.padEnd(64, '0')}`,
  'packed data at any byte': (digits, before, after) => `0xdeadbeef${before}${digits}${after}`,
  'the tail of a decoded call': (digits, before) => `0xa9059cbb${word(other)}${word(5n)}${before}${digits}`,
  'a gap between arguments': (digits) =>
    `0x4000aea0${word(other)}${word(5n)}${word(0xa0)}${word(digits)}${word(0)}${word(0)}`,
  'a bytes argument': (digits, before, after) =>
    call('0x4000aea0', value(other), value(5), bytes(before + digits + after)),
  'a bytes32 argument': (digits) => call('0x2f2ff15d', value(digits.padEnd(64, '0')), value(sender)),
  'the low bytes of a number': (digits) => call('0xa9059cbb', value(other), value(`8${'0'.repeat(23)}${digits}`)),
  'the tail of a multicall': (digits) => wrapInMulticall(`0xa9059cbb${word(other)}${word(5n)}${digits}`),
  'an unknown function in a Safe': (digits, before) => wrapInSafe(token, 0n, `0xdeadbeef${before}${digits}`),
  'an unknown function in a batch': (digits) => wrapInMultiSend({ to: token, data: `0xdeadbeef${word(digits)}` }),
  'an unknown function of a user operation': (digits) => wrapInUserOperation(other, `0xdeadbeef${word(digits)}`),
  'a nested bytes': (digits, before) =>
    call('0x4000aea0', value(other), value(5), bytes(tuple(array(bytes(before + digits))).digits)),
  'the paymaster of a user operation': (digits) => {
    const start = [value(other), value(7), bytes(''), bytes('')]
    const end = [value(0), value(0), value(0), bytes(`${digits}${'00'.repeat(32)}`), bytes('bb'.repeat(65))]
    return call('0x765e827f', array(tuple(...start, ...end)), value(other))
  },
  'a text': (digits) => call('0xdeadbeef', bytes(Buffer.from(`=:ETH.ETH:0x${digits}:0`).toString('hex'))),
  'the paymaster, half a byte behind a copy of the inner call': (digits) => {
    // All zero but for its selector, so that a copy shifted by half a byte is whole bytes.
    const inner = `0xdeadbeef${'00'.repeat(32)}`
    return operationWith(inner, `0${inner.slice(2)}0${digits}`)
  },
  'an address that begins in a copy of the inner call': (digits) => {
    const inner = `0xdeadbeef${'ab'.repeat(30)}${digits.slice(0, 20)}`
    return operationWith(inner, inner.slice(2) + digits.slice(20))
  },
  'a string that is an address with a checksum': (digits) => setText(text(checksummed(`0x${digits}`))),
  'a string that begins with 0x': (digits) => setText(text(`0xa pay 0x${digits}`)),
  'a string in upper case': (digits) => setText(text(`PAY 0X${digits.toUpperCase()}`)),
  'a string of call data in hex': (digits, before) => setText(text(`0xdeadbeef${before}${digits}`)),
  'a string that is no UTF-8': (digits, before) => setText(bytes(`${before}ff${digits}`)),
  'the end of 130 KiB': (digits) => `0xdeadbeef${noise(130 * 1024)}${digits}`,
  'the end of 512 KiB': (digits) => `0xdeadbeef${noise(512 * 1024 - 24)}${digits}`,
  'the code of a new contract': (digits, before, after) => `0x6080604052${before}73${digits}${after}`,
}

describe.each(Object.entries(places))('%s', (place, dataWith) => {
  const to = place.startsWith('the code') ? undefined : token

  test('a blocked, sanctioned or malicious address counts in full, wherever it stands', () => {
    fc.assert(
      fc.property(anAddress, hex(0, 70), hex(0, 70), (address, before, after) => {
        const data = dataWith(address.slice(2), before, after)
        const sanctioned = intel(address, { kind: 'sanctioned', label: 'a list' })
        for (const known of [{ entries: [block(address)] }, { intel: [sanctioned] }, { intel: [intel(address)] }]) {
          const { combinedScore, findings } = judged({ to, data, ...known })
          expect(combinedScore).toBeGreaterThanOrEqual(90)
          expect(findings.map(({ subject }) => subject)).toContain(address)
        }
      }),
      // Half a megabyte takes its time.
      { numRuns: place.endsWith('KiB') ? 2 : 40 },
    )
  })

  test('a benign address and an ALLOW entry there are not subjects', () => {
    const data = dataWith('57a4d4f5061728394a5b6c7d8e9fa0b1c2d3e4f5', '', '')
    const stranger = '0x57a4d4f5061728394a5b6c7d8e9fa0b1c2d3e4f5'
    const evidence = { intel: [intel(stranger, { kind: 'exchange' })], entries: [allow(stranger)] }
    const { explanation } = judged({ to, data, ...evidence })
    expect(explanation.reasons.map(({ role }) => role)).not.toContain('in the call data')
  })
})

const SAFE =
  'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)'
const safeTransaction = (about: Readonly<Record<string, unknown>>) =>
  typed(SAFE, token, {
    to: other,
    value: '0',
    data: '0x',
    operation: 0,
    safeTxGas: '0',
    baseGas: '0',
    gasPrice: '0',
    gasToken: other,
    refundReceiver: other,
    nonce: '1',
    ...about,
  })
const number = (digits: string) => BigInt(`0x8${'0'.repeat(23)}${digits}`).toString()

/** Signed messages that hold an address in a value whose type does not show it. */
const messages: Record<string, (digits: string, before: string, after: string) => unknown> = {
  bytes: (digits, before, after) => typed('Mail(bytes data)', token, { data: `0x${before}${digits}${after}` }),
  'bytes called signature': (digits) =>
    typed('Mail(bytes signature)', token, { signature: `0x${'ab'.repeat(20)}${digits}${'ab'.repeat(25)}` }),
  bytes32: (digits) => typed('Mail(bytes32 hash)', token, { hash: `0x${digits.padEnd(64, 'c')}` }),
  'a list of bytes': (digits) => typed('Mail(bytes[] data)', token, { data: ['0x', `0x${digits}`] }),
  'a number': (digits) => typed('Mail(uint256 id)', token, { id: number(digits) }),
  'a text': (digits) => typed('Mail(string text)', token, { text: `0xa pay ${checksummed(`0x${digits}`)}` }),
  'a text of call data in hex': (digits, before) => typed('Mail(string text)', token, { text: `0x${before}${digits}` }),
  'a struct': (digits) => typed('Mail(Part[] parts)Part(bytes data)', token, { parts: [{ data: `0x${digits}` }] }),
  'a member that is not in the type': (digits) =>
    typed('Mail(uint256 id)', token, { id: '1', more: { to: [checksummed(`0x${digits}`)] } }),
  'a number that is not in the type': (digits) => typed('Mail(uint256 id)', token, { id: '1', more: number(digits) }),
  'the name of the domain': (digits) => typed('Mail(uint256 id)', token, { id: '1' }, { name: `Pay 0x${digits}` }),
  'the salt of the domain': (digits) => {
    const { types, ...rest } = typed('Mail(uint256 id)', token, { id: '1' }, { salt: `0x${digits.padStart(64, '7')}` })
    const names = ['string name', 'string version', 'uint256 chainId', 'address verifyingContract', 'bytes32 salt']
    const members = names.map((each) => each.split(' ')).map(([type = '', name = '']) => ({ type, name }))
    return { types: { ...types, EIP712Domain: members }, ...rest }
  },
  'the data of a Safe transaction': (digits, before) => safeTransaction({ data: `0xdeadbeef${before}${digits}` }),
  'a number of a Safe transaction': (digits) => safeTransaction({ nonce: number(digits) }),
  'the deadline of a permit': (digits) =>
    typed('Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)', token, {
      owner: sender,
      spender: other,
      value: '1',
      nonce: number(digits),
      deadline: SOON,
    }),
  'what an account signs for an application': (digits) =>
    typed(
      'TypedDataSign(Mail contents,string name,string version,uint256 chainId,address verifyingContract,bytes32 salt)Mail(uint256 id)',
      token,
      {
        contents: { id: '1' },
        name: 'An account',
        version: '1',
        chainId: '1',
        verifyingContract: other,
        salt: `0x${digits.padEnd(64, '5')}`,
      },
    ),
}

describe.each(Object.entries(messages))('%s in a signed message', (_, messageWith) => {
  test('a blocked, sanctioned or malicious address counts in full', () => {
    fc.assert(
      fc.property(anAddress, hex(0, 70), hex(0, 70), (address, before, after) => {
        const message = messageWith(address.slice(2), before, after)
        const sanctioned = intel(address, { kind: 'sanctioned', label: 'a list' })
        for (const known of [{ entries: [block(address)] }, { intel: [sanctioned] }, { intel: [intel(address)] }]) {
          const { combinedScore, findings } = judgedMessage(message, known)
          expect(combinedScore).toBeGreaterThanOrEqual(90)
          expect(findings.map(({ subject }) => subject)).toContain(address)
        }
      }),
      { numRuns: 40 },
    )
  })
})

test('data of more than 1 MiB is searched up to there, and is UNSAFE', () => {
  // Data that does not decode is searched with its inner calls.
  const levels = Array.from({ length: 4 }).reduce<string>(
    (data) => `${wrapInSafe(token, 0n, data).replace(/^(.{10}).{24}/, `$1${'1'.repeat(24)}`)}`,
    `0xdeadbeef${noise(400 * 1024)}`,
  )
  const { status, findings } = judged({ data: levels })
  expect(status).toBe('UNSAFE')
  expect(findings.map(({ text: said }) => said).join()).toContain('more than 1 MiB')
})

test('the role is "in the call data"', () => {
  const { explanation, error } = judged({ data: `0xdeadbeef${word(other)}`, entries: [block(other)] })
  expect(explanation.reasons[0]).toMatchObject({ subject: other, role: 'in the call data', points: 100 })
  expect(error).toMatch(/^The address in the call data 0x/)
})

test('a decoded call without spare bytes has no candidates', () => {
  const transfer = `0xa9059cbb${word(other)}${word(10n ** 24n)}`
  for (const data of [transfer, wrapInMulticall(transfer, transfer)])
    expect(analyze(transaction({ data })).embedded.find(() => true)).toEqual([])
})
