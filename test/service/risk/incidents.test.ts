import { describe, expect, test } from 'vitest'
import { safeHashes } from '../../../src/shared/safe/hashes.ts'
import { plainCall } from '../../../src/shared/safe/transaction.ts'
import { type SafeVersion, safeVersion } from '../../../src/shared/safe/versions.ts'
import { makeCli } from '../../support/cli.ts'
import { call, value } from './encoding.ts'
import { allow, judged, other, sender, stranger, token } from './situation.ts'
import { safe, wrapInMultiSend, wrapInSafe } from './wrapping.ts'

/**
 * Payloads of thefts from multisigs, without a node. Bybit: DeFiHackLabs 2025-02 Bybit_exp.sol, and the decoded transaction
 * 0x46deef0f…. The others as the reports of SlowMist (Radiant), BlockSec (WazirX, Drift) describe the function; where a report has no
 * address, it is one of the tests.
 */
const ADMIN_ROLE = '00'.repeat(32)
const blocked = { status: 'UNSAFE', enforcement: 'BLOCKED' }

describe('Bybit, February 2025: a delegatecall writes the singleton of the cold wallet', () => {
  const cold = '0x1db92e2eebc8e0c075a02bea49a2935bcd2dfcf4'
  const delegate = '0x96221423681a6d52e184d440a8efcebb105c7242'
  const data = call('0xa9059cbb', value('0xbdd077f651ebe7f7b3ce16fe5f2b025be2969516'), value(0n)) as `0x${string}`

  test('the executed transaction is blocked', () => {
    const from = '0x0fa09c3a328792253f8dee7116848723b72a6d2e'
    expect(judged({ from, to: cold, data: wrapInSafe(delegate, 0n, data, 1) })).toMatchObject(blocked)
  })

  test('a device shows another hash than that of the transfer which the page showed', async () => {
    const signed = { safe: cold, chainId: 1n, version: safeVersion('1.1.1') as SafeVersion } as const
    const transaction = plainCall(delegate, data, 71n)
    const shown = safeHashes({ ...signed, transaction })
    const malicious = safeHashes({ ...signed, transaction: { ...transaction, operation: 1 } })
    expect(malicious.messageHash).not.toBe(shown.messageHash)
    const stdin = JSON.stringify({
      ...transaction,
      value: '0',
      nonce: '71',
      safeTxGas: '0',
      baseGas: '0',
      gasPrice: '0',
    })
    const argv = ['safe', 'hash', '--file', '-', '--safe', cold, '--chain', 'ethereum', '--safe-version', '1.1.1']
    expect((await makeCli()([...argv, '--compare', shown.safeTxHash], { stdin })).code).toBe(0)
    expect((await makeCli()([...argv, '--compare', malicious.safeTxHash], { stdin })).code).toBe(12)
  })
})

test('WazirX, July 2024: a delegatecall to new code replaces that of the wallet', () => {
  for (const data of ['0x', '0x804e1f0a', call('0xa9059cbb', value(stranger), value(0n))])
    expect(judged({ to: safe, data: wrapInSafe(other, 0n, data, 1) })).toMatchObject(blocked)
})

describe('Radiant, October 2024: the owner of the lending pools becomes an unknown contract', () => {
  const radiant = '0x111ceeee040739fd91d29c34c33e6b3e112f2177'
  const transferOwnership = call('0xf2fde38b', value(other))

  test('a Safe hands it over', () => {
    expect(judged({ to: radiant, data: wrapInSafe(token, 0n, transferOwnership) })).toMatchObject({
      ...blocked,
      combinedScore: 70,
      combinedScoreDetails: { subCategory: 'maliciousProtocolUpgrade' },
    })
  })

  test('in a batch beside a harmless call', () => {
    const batch = wrapInMultiSend({ to: token, data: '0x8456cb59' }, { to: token, data: transferOwnership })
    const data = wrapInSafe('0x9641d764fc13c8b624c04430c7356c1c7c8102e2', 0n, batch, 1)
    expect(judged({ to: radiant, data })).toMatchObject(blocked)
  })

  test('to an address that is allowed, or to the zero address, it is not', () => {
    const data = wrapInSafe(token, 0n, transferOwnership)
    expect(judged({ to: radiant, data, entries: [allow(other)] })).not.toMatchObject({ enforcement: 'BLOCKED' })
    const renounced = wrapInSafe(token, 0n, call('0xf2fde38b', value(`0x${'0'.repeat(40)}`)))
    expect(judged({ to: radiant, data: renounced })).not.toMatchObject({ enforcement: 'BLOCKED' })
  })
})

test('Drift, April 2026, as on this chain: signatures that were kept make an unknown address the administrator', () => {
  for (const data of [
    call('0x704b6c02', value(other)),
    call('0x8f283970', value(other)),
    call('0x2f2ff15d', value(ADMIN_ROLE), value(other)),
  ])
    expect(judged({ from: sender, to: safe, data: wrapInSafe(token, 0n, data) })).toMatchObject(blocked)
})
