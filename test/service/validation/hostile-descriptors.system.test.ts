import * as AbiFunction from 'ox/AbiFunction'
import { expect, test } from 'vitest'
import type { ContractGiven } from '../../../src/api/schemas/contract.ts'
import { coverages } from '../../../src/api/vocabulary.ts'
import { testAddresses } from '../../../src/service/intel/baseline-records.ts'
import { readDescriptors } from '../../../src/service/intel/contracts/erc7730/read-descriptors.ts'
import type { Service } from '../../../src/service/service.ts'
import { decodeReport } from '../../../src/service/validation/reports/decode-report.ts'
import { send } from '../../support/requests.ts'
import { openLocalIntel } from '../intel/local-intel.ts'

const SENDER = '0x5e4de0a1b3c2d4f5061728394a5b6c7d8e9fa0b1'
const CONTRACT = '0x70ce5a1b3c2d4f5061728394a5b6c7d8e9fa0b12'
const OTHER = '0x8f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c'
const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const { drainer, sanctioned } = testAddresses

/** Calls that a descriptor may be about: known functions and unknown ones, with and without who is listed. */
const calls: readonly (readonly [signature: string, args: readonly unknown[], value?: string])[] = [
  ['moveFunds(address to, uint256 amount)', [OTHER, 5n]],
  ['moveFunds(address to, uint256 amount)', [drainer, 5n]],
  ['moveFunds(address to, uint256 amount)', [sanctioned, 5n], '1000000000000000000'],
  ['stash(uint256 packed, bytes data)', [BigInt(sanctioned), drainer]],
  ['setVaultKeeper(address keeper)', [OTHER]],
  ['setVaultKeeper(address keeper)', [drainer]],
  ['SecurityUpdate()', [], '1000000000000000000'],
  ['claimReward(address to)', [OTHER], '5'],
  ['approve(address spender, uint256 amount)', [OTHER, 2n ** 256n - 1n]],
  ['transfer(address to, uint256 amount)', [drainer, 5n]],
  ['multicall(bytes[] data)', [[approval(drainer)]]],
  ['runAll(bytes[] data)', [[approval(OTHER)]]],
  ['withdraw(uint256 assets, address receiver, address owner)', [5n, drainer, SENDER]],
]

function approval(to: string): string {
  const approve = AbiFunction.from('function approve(address spender, uint256 amount)')
  return AbiFunction.encodeData(approve, [to as `0x${string}`, 2n ** 256n - 1n])
}

const dataOf = (signature: string, args: readonly unknown[]) =>
  AbiFunction.encodeData(AbiFunction.from(`function ${signature}` as never) as AbiFunction.AbiFunction, args as never)

/** What descriptors say of a function: fields, and an intent. */
const claims: readonly ((names: readonly string[]) => { intent: string; fields: object[] })[] = [
  () => ({ intent: 'Harmless', fields: [] }),
  (names) => ({ intent: 'Check in', fields: names.map((name) => ({ path: name, visible: 'never', label: 'Nonce' })) }),
  (names) => ({ intent: 'Send', fields: [account('@.from', 'Recipient'), ...names.slice(-1).map(asset)] }),
  (names) => ({
    intent: 'Claim',
    fields: [account('@.to', 'Beneficiary'), ...names.map((name) => account(name, 'Token'))],
  }),
  (names) => ({ intent: 'Revoke', fields: names.map((name) => account(name, 'Former operator')) }),
  (names) => ({ intent: 'Deposit', fields: names.map((name) => account(name, 'Owner')) }),
  (names) => ({ intent: 'Run', fields: asCalls(names) }),
]
/** Every argument that may be one is call data, of the sender, the contract or another, with an amount and a selector. */
const asCalls = (names: readonly string[]) => [
  ...names.map((path, index) => ({
    path,
    label: 'Call',
    format: 'calldata',
    params: { calleePath: ['@.to', '@.from', path][index % 3], spenderPath: '@.from', amountPath: '@.value' },
  })),
  ...names.map((path) => ({
    path,
    label: 'Call',
    format: 'calldata',
    params: { callee: USDC, selector: '0x095ea7b3' },
  })),
  ...names.map((path) => ({ path, label: 'Safe', visible: { mustMatch: ['$.metadata.constants.none'] } })),
  ...names.map((path) => ({
    ...asset(path),
    params: { token: { map: '$.metadata.maps.token', keyPath: '@.chainId' } },
  })),
]
const metadata = { constants: { none: '0' }, maps: { token: { values: { 1: USDC } } } }
const account = (path: string, label: string) => ({ path, label, format: 'addressName', params: { types: ['eoa'] } })
const asset = (path: string) => ({ path, label: 'Amount', format: 'tokenAmount', params: { token: USDC } })

/** Signatures under which a descriptor presents the function: as it is, and with names that say something else. */
const names: readonly ((signature: string) => string)[] = [
  (signature) => signature,
  (signature) => signature.replace(/ (\w+)(?=[,)])/g, (_, name: string) => ` ${name}IsYou`),
  (signature) => signature.replace(/ \w+(?=[,)])/g, ''),
  (signature) => signature.replace(/ (\w+)(?=[,)])/, ' from'),
  (signature) => signature.replace(/ (\w+)(?=[,)])/, ' to'),
]

/** Parameters without a name have a number. */
const namesIn = (shown: string) =>
  Array.from(shown.matchAll(/[(,] ?([^\s,)]+)(?: (\w+))?/g), ([, , name], index) => name ?? `argument${index + 1}`)

/** With all claims and names there are 70: 35 about the called contract, 35 about the one that it pays, too. */
const descriptors = names.flatMap((named) =>
  claims.flatMap((claim) =>
    [[CONTRACT], [CONTRACT, OTHER]].map((addresses) => ({
      metadata,
      context: { contract: { deployments: addresses.map((address) => ({ chainId: 1, address })) } },
      display: {
        formats: Object.fromEntries(
          [...new Set(calls.map(([signature]) => signature))].map((signature) => {
            const shown = named(signature)
            return [shown, claim(namesIn(shown))]
          }),
        ),
      },
    })),
  ),
)

interface Verdict {
  readonly valid: boolean
  readonly combinedScore: number
  readonly coverage: (typeof coverages)[number]
  readonly scoreDetails: Readonly<Record<string, { readonly value: number }>>
}

const ROUTER = '0x8a07e5a1b3c2d4f5061728394a5b6c7d8e9fa0b1'
const SAFE = '0x5afe0a1b3c2d4f5061728394a5b6c7d8e9fa0b15'
const ZERO = `0x${'00'.repeat(20)}`

/** The call in a transaction, in a message of a Safe, in one of an unknown type, and where only a trace shows it. */
const verdictsOf = async (service: Service) => {
  const verdicts: Verdict[] = []
  const validate = (about: object) =>
    send<Verdict>(service, 'POST', '/api/v2/transaction/validate', { trackNonce: false, ...about })
  const sign = (typedData: object) =>
    send<Verdict>(service, 'POST', '/ext/v1/typed-data/validate', { from: SENDER, typedData })
  for (const [signature, args, value = '0'] of calls) {
    const data = dataOf(signature, args)
    verdicts.push(await validate({ transaction: { chainId: '1', from: SENDER, to: CONTRACT, value, data } }))
    verdicts.push(await validate(tracedCall(data, value)), await sign(safeTransaction(data, value)))
    verdicts.push(await sign(unknownMessage(data, value)))
  }
  return verdicts
}

const PATHS = 4

/** The contract calls a router, which calls it back. */
function tracedCall(data: string, value: string) {
  const frame = { type: 'CALL', gas: '0x0', gasUsed: '0x0', value: `0x${BigInt(value).toString(16)}` }
  const back = { ...frame, from: ROUTER, to: CONTRACT, input: data }
  const away = { ...frame, from: CONTRACT, to: ROUTER, input: '0x', calls: [back] }
  return {
    transaction: { chainId: '1', from: SENDER, to: CONTRACT, value, data: '0xdeadbeef' },
    trace: { ...frame, from: SENDER, to: CONTRACT, input: '0xdeadbeef', calls: [away] },
  }
}

function safeTransaction(data: string, value: string) {
  const gas = ['uint256 safeTxGas', 'uint256 baseGas', 'uint256 gasPrice', 'address gasToken']
  return typed(
    'SafeTx',
    ['address to', 'uint256 value', 'bytes data', 'uint8 operation', ...gas, 'address refundReceiver', 'uint256 nonce'],
    {
      to: CONTRACT,
      value,
      data,
      operation: 0,
      safeTxGas: '0',
      baseGas: '0',
      gasPrice: '0',
      gasToken: ZERO,
      refundReceiver: ZERO,
      nonce: '3',
    },
  )
}

function unknownMessage(data: string, value: string) {
  const members = ['address to', 'uint256 value', 'bytes data', 'uint256 nonce']
  return typed('RunLater', members, { to: CONTRACT, value, data, nonce: '1' })
}

function typed(primaryType: string, members: readonly string[], message: object) {
  const membersOf = (texts: readonly string[]) =>
    texts.map((text) => ({ type: text.split(' ')[0], name: text.split(' ')[1] }))
  const domain = ['uint256 chainId', 'address verifyingContract']
  return {
    types: { EIP712Domain: membersOf(domain), [primaryType]: membersOf(members) },
    primaryType,
    domain: { chainId: 1, verifyingContract: SAFE },
    message,
  }
}

/** How far the calls count as read when they are decoded. */
const readings = (contracts: readonly ContractGiven[]) =>
  calls.map(([signature, args]) => {
    const request = { chainId: '1', from: SENDER, to: CONTRACT, data: dataOf(signature, args), contracts }
    return decodeReport(request).call.reading
  })

test('70 hostile descriptors raise and never lower a verdict', async () => {
  const { service } = await openLocalIntel()
  const before = await verdictsOf(service)
  const decoded = readings([])
  const raised = Array.from({ length: PATHS }, () => 0)
  expect(descriptors).toHaveLength(70)
  for (const descriptor of descriptors) {
    const { contracts, refused } = readDescriptors([{ name: 'hostile.json', text: JSON.stringify(descriptor) }])
    expect(refused).toEqual([])
    for (const body of contracts) await send(service, 'PUT', '/ext/v1/contracts', body)
    for (const [index, reading] of readings(contracts).entries())
      if (reading === 'read') expect(decoded[index]).toBe('read')
    const after = await verdictsOf(service)
    for (const [index, verdict] of after.entries()) {
      const least = before[index] as Verdict
      const about = `${calls[Math.floor(index / PATHS)]?.[0]} on path ${index % PATHS} with ${JSON.stringify(descriptor)}`
      expect(verdict.valid && !least.valid, about).toBe(false)
      expect(verdict.combinedScore, about).toBeGreaterThanOrEqual(least.combinedScore)
      expect(coverages.indexOf(verdict.coverage), about).toBeLessThanOrEqual(coverages.indexOf(least.coverage))
      for (const [category, { value }] of Object.entries(verdict.scoreDetails))
        expect(value, about).toBeGreaterThanOrEqual(least.scoreDetails[category]?.value ?? 0)
      if (verdict.combinedScore > least.combinedScore) raised[index % PATHS] = (raised[index % PATHS] ?? 0) + 1
    }
  }
  expect(
    raised.every((count) => count > 0),
    raised.join(),
  ).toBe(true)
})
