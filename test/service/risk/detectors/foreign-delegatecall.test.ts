import { describe, expect, test } from 'vitest'
import { foreignDelegatecall } from '../../../../src/service/risk/detectors/foreign-delegatecall.ts'
import { brief, briefly, coin, control, detected, signer, somebody } from '../actions-builder.ts'
import { callData } from '../call-data.ts'
import { allow, intel, observe, other, token } from '../situation.ts'
import {
  account,
  entryPoint,
  safe,
  wrapInExecute,
  wrapInMultiSend,
  wrapInSafe,
  wrapInUserOperation,
} from '../wrapping.ts'

const found = briefly(foreignDelegatecall)
const delegatecall = control({ form: 'delegatecall' })

test('attack: A Safe calls an unknown contract by delegatecall', () => {
  expect(detected(foreignDelegatecall, [delegatecall])).toEqual([
    {
      subCategory: 'maliciousProtocolUpgrade',
      points: 80,
      hops: 0,
      subject: somebody,
      role: 'recipient',
      text: `is called by delegatecall from ${coin} and is unknown`,
      source: 'call data',
      flip: 'reject, unless this change is planned: in that case verify the address with its owner and add an ALLOW entry for it',
      evenIfTrusted: true,
    },
  ])
})

test('ignores other changes of control, the signer and known code', () => {
  expect(found([control({ form: 'upgrade' })])).toEqual([])
  expect(found([control({ form: 'delegatecall', authority: signer })])).toEqual([])
  expect(found([control({ form: 'delegatecall', authority: coin })])).toEqual([])
  expect(found([delegatecall], { entries: [allow(somebody)] })).toEqual([])
  expect(found([delegatecall], { intel: [intel(somebody, { kind: 'protocol', canonical: true })] })).toEqual([])
})

test('a delegatecall of a Safe inside a user operation is found, a call is not', () => {
  const points = (operation: 0 | 1) => {
    const inner = wrapInSafe(other, 0n, callData.transfer(token, 1n), operation)
    const data = wrapInUserOperation(account, wrapInExecute(safe, 0n, inner))
    return brief(observe(foreignDelegatecall, { to: entryPoint, data }))
  }
  expect(points(1)).toEqual([`80 ${other}`])
  expect(points(0)).toEqual([])
})

test('near miss: A Safe calls the same contract by a plain call', () => {
  expect(brief(observe(foreignDelegatecall, { to: safe, data: wrapInSafe(other, 0n, '0xdeadbeef') }))).toEqual([])
  expect(brief(observe(foreignDelegatecall, { to: safe, data: wrapInSafe(other, 0n, '0xdeadbeef', 1) }))).toEqual([
    `80 ${other}`,
  ])
})

test('evasion: The delegatecall is one step of a batch of the known MultiSend library: each step is read', () => {
  const library = intel(token, { kind: 'protocol', canonical: true })
  const batch = wrapInMultiSend({ to: token, data: '0xdeadbeef' }, { to: other, data: '0xdeadbeef', operation: 1 })
  const situation = { to: safe, data: wrapInSafe(token, 0n, batch, 1), intel: [library] }
  expect(brief(observe(foreignDelegatecall, situation))).toEqual([`80 ${other}`])
})

describe('code in the call data', () => {
  const word = (digits: string | number) => digits.toString(16).padStart(64, '0')
  const execute = `0x1f6a1eb9${word(0x40)}${word(0x80)}${word(2)}${'6080'.padEnd(64, '0')}${word(4)}${'deadbeef'.padEnd(64, '0')}`
  const found = (data: string, to = account) => observe(foreignDelegatecall, { to, data })

  test('of a proxy account is a finding about the call, also inside of a Safe and of a batch', () => {
    expect(found(execute)).toMatchObject([
      {
        points: 80,
        subject: '',
        text: `The account ${account} runs code that is in the call data by delegatecall.`,
      },
    ])
    expect(found(wrapInSafe(account, 0n, execute), safe)).toMatchObject([{ points: 80 }])
    const batch = wrapInMultiSend({ to: account, data: execute }, { to: account, data: execute })
    const library = intel(token, { kind: 'protocol', canonical: true })
    const situation = { to: safe, data: wrapInSafe(token, 0n, batch, 1), intel: [library] }
    expect(observe(foreignDelegatecall, situation)).toHaveLength(1)
  })

  test('of a contract that is only created is none', () => {
    const created = `0x44c028fe${word(1)}${word(0)}${word(0)}${word(0x80)}${word(2)}${'6080'.padEnd(64, '0')}`
    expect(found(created)).toEqual([])
  })
})
