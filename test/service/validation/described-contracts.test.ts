import * as AbiFunction from 'ox/AbiFunction'
import { expect } from 'vitest'
import { withoutNode } from '../../../src/service/chain/chain-observer.ts'
import type { BlockObserver } from '../../../src/service/chain/observer.ts'
import { validateFollowed } from '../../../src/service/follower/verdict/validate-followed.ts'
import { createReads } from '../../../src/service/records/reads/reads.ts'
import type { ChainAccount } from '../../../src/service/risk/chain/account.ts'
import type { Service } from '../../../src/service/service.ts'
import { send } from '../../support/requests.ts'
import { followed, NOW, treasury } from '../follower/verdict/followed.ts'
import { test } from '../intel/local-intel.ts'

const SENDER = '0x5e4de0a1b3c2d4f5061728394a5b6c7d8e9fa0b1'
const SAFE = '0x5afe0a1b3c2d4f5061728394a5b6c7d8e9fa0b15'
const VAULT = '0x70ce5a1b3c2d4f5061728394a5b6c7d8e9fa0b12'
const ROUTER = '0x8a07e5a1b3c2d4f5061728394a5b6c7d8e9fa0b1'
const OTHER = '0x8f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c'
const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const ZERO = `0x${'00'.repeat(20)}`

const moveFor = 'moveFundsFor(address owner, address payee, uint256 sum)'
const effects = [{ kind: 'transfer', asset: { token: USDC, amount: 'sum' }, from: 'owner', to: 'payee' }]
const dataFor = (owner: string) =>
  AbiFunction.encodeData(AbiFunction.from(`function ${moveFor}`), [owner, OTHER, 5_000_000n] as never)
const SELECTOR = dataFor(SENDER).slice(0, 10)

interface Verdict {
  readonly coverage: string
  readonly combinedScore: number
  readonly internalAddressesWithMaxScore?: readonly { readonly address: string }[]
  readonly explanation: { readonly actions: readonly string[]; readonly missing: readonly string[] }
}

const describeVault = (service: Service, more: object) => {
  const [described] = [{ call: moveFor, ...more }]
  return send(service, 'PUT', '/ext/v1/contracts', { address: VAULT, chainId: '1', functions: [described] })
}

test('a call inside a message is read as the description of its contract says', async ({ local: { service } }) => {
  const type = 'address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice'
  const types = {
    EIP712Domain: ['uint256 chainId', 'address verifyingContract'],
    SafeTx: [...type.split(','), 'address gasToken', 'address refundReceiver', 'uint256 nonce'],
  }
  const typedData = {
    types: Object.fromEntries(
      Object.entries(types).map(([name, members]) => [
        name,
        members.map((each) => ({ type: each.split(' ')[0], name: each.split(' ')[1] })),
      ]),
    ),
    primaryType: 'SafeTx',
    domain: { chainId: 1, verifyingContract: SAFE },
    message: {
      to: VAULT,
      value: '0',
      data: dataFor(SAFE),
      operation: 0,
      safeTxGas: '0',
      baseGas: '0',
      gasPrice: '0',
      gasToken: ZERO,
      refundReceiver: ZERO,
      nonce: '3',
    },
  }
  const validate = () => send<Verdict>(service, 'POST', '/ext/v1/typed-data/validate', { from: SENDER, typedData })
  expect((await validate()).explanation.missing).toContain(`Unknown selector ${SELECTOR}`)
  await describeVault(service, {})
  const named = await validate()
  expect(named.coverage).toBe('none')
  expect(named.explanation.missing).toContain(`Effects of moveFundsFor (${SELECTOR}) not known, only its arguments`)
  await describeVault(service, { effects })
  const { explanation } = await validate()
  expect(explanation.actions.join()).toContain('5 USDC')
  expect(explanation.missing.join()).not.toContain('moveFundsFor')
})

const trace = (from: string) => {
  const frame = { type: 'CALL', gas: '0x0', gasUsed: '0x0', value: '0x0' }
  const inner = { ...frame, from: ROUTER, to: VAULT, input: dataFor(SENDER) }
  return { ...frame, from, to: ROUTER, input: '0xdeadbeef', calls: [inner] }
}

test('a call that only a trace shows is read as the description of its contract says', async ({
  local: { service },
}) => {
  const transaction = { chainId: '1', from: SENDER, to: ROUTER, value: '0', data: '0xdeadbeef' }
  const validate = () =>
    send<Verdict>(service, 'POST', '/api/v2/transaction/validate', {
      transaction,
      trackNonce: false,
      trace: trace(SENDER),
    })
  const paid = ({ explanation }: Verdict) => explanation.actions.filter((each) => /5 USDC/.test(each))
  expect(paid(await validate())).toEqual([])
  await describeVault(service, {})
  expect(paid(await validate())).toEqual([])
  await describeVault(service, { effects })
  expect(paid(await validate())).toHaveLength(1)
})

/** What a node shows of a contract that is no proxy. */
const account = (address: string, codeHash: string): ChainAccount => ({
  address,
  kind: 'contract',
  balance: 0n,
  nonce: undefined,
  codeSize: 2000,
  codeHash,
  delegate: undefined,
  proxy: undefined,
  safe: undefined,
  token: undefined,
  owner: undefined,
  runsOwnCode: true,
  hadCodeBefore: true,
})

/** A node that shows these accounts. */
const showing = (...accounts: readonly ChainAccount[]): BlockObserver => ({
  observeBlock: ({ transactions }) =>
    Promise.all(
      transactions.map(async (subject) => ({
        ...withoutNode(subject.analysis, { code: 'no-chain-evidence', reason: 'a test' }, subject),
        analysis: await subject.analyze(subject.trace, new Map(accounts.map((each) => [each.address, each]))),
      })),
    ),
})

test('the code of a followed transaction is compared', async ({ local: { service } }) => {
  await describeVault(service, { effects })
  const code = JSON.stringify({ codeHash: '0x01' })
  await service.store.write((db) => db.updateTable('contracts').set({ code }).execute())
  const sent = followed({ from: treasury, to: VAULT, data: dataFor(treasury) }, [
    { address: treasury, kind: 'sent', details: {} },
  ])
  const validate = async (codeHash: string) => {
    const context = { reads: createReads(service.store.read), chain: showing(account(VAULT, codeHash)), now: NOW }
    const [validated] = await validateFollowed([sent], context)
    return validated?.outcome.result.explanation
  }
  const same = await validate('0x01')
  expect(same?.actions?.join()).toContain('5 USDC')
  expect(same?.missing.join()).not.toMatch(/Code of|moveFundsFor/)
  const changed = await validate('0x02')
  expect(changed?.missing.join()).toMatch(/Code of 0x\w+ or its implementation is another one/)
  expect(changed?.missing.join()).toContain('Effects of moveFundsFor')
})

test('what is described of a code comes before the rows for every contract, what a proxy claims to run after them', async ({
  local: { service },
}) => {
  const withdraw = 'withdrawReserves(address receiver, uint256 amount)'
  const functions = [{ call: withdraw, effects: [{ kind: 'control', form: 'ownership', to: 'receiver' }] }]
  await send(service, 'PUT', '/ext/v1/contracts', { address: VAULT, chainId: '10', functions })
  await send(service, 'PUT', '/ext/v1/contracts', { address: VAULT, chainId: '1', functions })
  const code = JSON.stringify({ codeHash: '0x01' })
  await service.store.write((db) => db.updateTable('contracts').set({ code }).where('chain_id', '=', '10').execute())
  const data = AbiFunction.encodeData(AbiFunction.from(`function ${withdraw}`), [OTHER, 5n] as never)
  const sent = followed({ from: treasury, to: ROUTER, data }, [{ address: treasury, kind: 'sent', details: {} }])
  const actions = async (...accounts: readonly ChainAccount[]) => {
    const context = { reads: createReads(service.store.read), chain: showing(...accounts), now: NOW }
    const [validated] = await validateFollowed([sent], context)
    return validated?.outcome.result.explanation?.actions?.join() ?? ''
  }
  const control = /owner/i
  expect(await actions()).not.toMatch(control)
  expect(await actions(account(ROUTER, '0x01'))).toMatch(control)
  const proxy = { form: 'eip1967', implementation: VAULT, admin: undefined, beacon: undefined } as const
  const claims = { ...account(ROUTER, '0x02'), proxy }
  expect(await actions(claims)).not.toMatch(control)
  expect(await actions(claims, account(VAULT, '0x01'))).not.toMatch(control)
  // The code of a clone names what it runs.
  const clone = { ...claims, proxy: { ...proxy, form: 'eip1167' as const } }
  expect(await actions(clone, account(VAULT, '0x01'))).toMatch(control)
})

test('an amount of items that a description has no place for is not known, and not zero', async ({
  local: { service },
}) => {
  const call = 'sendItem(address payee, uint256 item)'
  const asset = { token: '@contract', standard: 'erc1155', id: 'item' }
  const functions = [{ call, effects: [{ kind: 'transfer', asset, to: 'payee' }] }]
  await send(service, 'PUT', '/ext/v1/contracts', { address: VAULT, chainId: '1', functions })
  const data = AbiFunction.encodeData(AbiFunction.from(`function ${call}`), [OTHER, 5n] as never)
  const transaction = { chainId: '1', from: SENDER, to: VAULT, value: '0', data }
  const { explanation } = await send<Verdict>(service, 'POST', '/api/v2/transaction/validate', {
    transaction,
    trackNonce: false,
  })
  expect(explanation.actions.join()).toMatch(/an amount of item 5 of \S+ that is not fixed/)
})

test('a function that is described anew is said as it is described, whatever a table says of its name', async ({
  local: { service },
}) => {
  const call = 'requestWithdrawals(uint256[] shares, address payee)'
  const data = AbiFunction.encodeData(AbiFunction.from(`function ${call}`), [[5_000_000n], OTHER] as never)
  const transaction = { chainId: '1', from: SENDER, to: VAULT, value: '0', data }
  const said = async () => {
    const body = { transaction, trackNonce: false }
    const { explanation } = await send<Verdict>(service, 'POST', '/api/v2/transaction/validate', body)
    return explanation.actions.join()
  }
  expect(await said()).toMatch(/request/i)
  const asset = { token: USDC, amount: 'shares' }
  const functions = [{ call, effects: [{ kind: 'transfer', asset, to: 'payee' }] }]
  await send(service, 'PUT', '/ext/v1/contracts', { address: VAULT, chainId: '1', functions })
  expect(await said()).toMatch(/5 USDC/)
  expect(await said()).not.toMatch(/request/i)
})

test('a wrapper that is described anew with other names is read as it is described', async ({ local: { service } }) => {
  const call = 'depositTransaction(address account, uint256 sum, uint64 gas, bool creates, bytes content)'
  const asset = { token: USDC, amount: 'sum' }
  const functions = [{ call, effects: [{ kind: 'transfer', asset, to: 'account' }] }]
  await send(service, 'PUT', '/ext/v1/contracts', { address: VAULT, chainId: '1', functions })
  const args = [OTHER, 5_000_000n, 1n, false, '0xdeadbeef']
  const data = AbiFunction.encodeData(AbiFunction.from(`function ${call}`), args as never)
  const transaction = { chainId: '1', from: SENDER, to: VAULT, value: '0', data }
  const body = { transaction, trackNonce: false }
  const { explanation } = await send<Verdict>(service, 'POST', '/api/v2/transaction/validate', body)
  expect(explanation.actions.join()).toMatch(/5 USDC/)
})
