import * as AbiParameters from 'ox/AbiParameters'
import { describe, expect, test } from 'vitest'
import { knownMessages } from '../../../../src/service/risk/typed-data/messages/look-up.ts'
import {
  coin,
  judgedMessage,
  nft,
  owner,
  partner,
  SOON,
  thief,
  trusted,
  typed,
  typesOf,
  verdict,
  ZERO,
} from './typed.ts'

/** Messages of the clear-signing registry and of social networks; a value that is not given is the owner, a small number, or empty. */

const types = knownMessages().flatMap(({ type }) => type ?? [])
const VELORA = '0x0000000000bbf5c5fd284e657f01bd000933c96d'
const LENS = '0xdb46d1dc155634fbc732f92e853b10b288ad5a1d'
const FARCASTER = '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b'
const DEGATE = '0xe63602a9b3dfe983187525ac985fec4f57b24ed5'

/** @param start of the type text */
function filled(start: string, contract: string, given: object) {
  const text = types.find((type) => type.startsWith(start))
  if (text === undefined) throw new Error(`no message starts with ${start}`)
  const structs = typesOf(text)
  const defaultOf = (type: string): unknown => {
    const [, item] = /^(.*)\[\]$/.exec(type) ?? []
    if (item !== undefined) return [defaultOf(item)]
    const members = structs[type]
    if (members) return Object.fromEntries(members.map((member) => [member.name, defaultOf(member.type)]))
    if (type === 'address') return owner
    if (type === 'string') return 'text'
    if (type === 'bool') return true
    if (/^u?int/.test(type)) return Number(type.replace(/\D/g, '')) >= 32 ? SOON : '1'
    return type === 'bytes' ? '0x' : `0x${'00'.repeat(Number(type.slice('bytes'.length)))}`
  }
  const [primaryType = ''] = Object.keys(structs)
  return typed(text, contract, { ...(defaultOf(primaryType) as object), ...given })
}

const encode = (form: string, ...values: readonly unknown[]) =>
  AbiParameters.encode(AbiParameters.from(form as never) as never, values as never)
const asset = (assetClass: string, data: string, value = '1000000000000000000') => ({
  assetType: { assetClass, data },
  value,
})
const item = asset('0x73ad2146', encode('address, uint256', nft, 7n), '1')
const coins = (value?: string) => asset('0x8ae85d84', encode('address', coin), value)
const paid = (payouts: readonly unknown[], fees: readonly unknown[] = []) =>
  encode('((address, uint96)[], (address, uint96)[]) terms', [payouts, fees])
const sale = { makeAsset: item, takeAsset: coins(), dataType: '0xffffffff', data: '0x' }
const v1 = (...given: Parameters<typeof paid>) => ({ ...sale, dataType: '0x4c234266', data: paid(...given) })
const v3 = (payout: string) => ({
  ...sale,
  dataType: '0x2fa3cfd3',
  data: encode('uint256, uint256, uint256, uint256, bytes32', BigInt(payout), 0n, 0n, 0n, `0x${'00'.repeat(32)}`),
})
const swap = { srcToken: coin, destToken: partner }
const quote = { makerAsset: coin, takerAsset: partner }
const items = { makerAsset: (BigInt(nft) + (2n << 160n)).toString(), takerAsset: BigInt(coin).toString() }

const cases: readonly (readonly [start: string, contract: string, message: object, expected: string])[] = [
  ['Order(address owner,address beneficiary', VELORA, swap, 'NO DATA'],
  ['Order(address owner,address beneficiary', VELORA, { ...swap, beneficiary: ZERO }, 'NO DATA'],
  ['Order(address owner,address beneficiary', VELORA, { ...swap, beneficiary: thief }, 'UNSAFE one-sided-order 90'],
  ['Order(address owner,address beneficiary', VELORA, { ...swap, destAmount: '1' }, 'UNSAFE one-sided-order 90'],
  ['Order(uint256 nonceAndMeta', coin, quote, 'NO DATA'],
  ['Order(uint256 nonceAndMeta', coin, { ...quote, takerAmount: '0' }, 'UNSAFE one-sided-order 90'],
  ['OrderNFT(', coin, items, 'NO DATA'],
  ['OrderNFT(', coin, { ...items, takerAmount: '0' }, 'UNSAFE one-sided-order 90'],
  ['LeveragedOrder(', coin, { sellToken: coin, buyToken: partner }, 'NO DATA'],
  ['LeveragedOrder(', coin, { sellToken: coin, buyToken: partner, buyAmount: '0' }, 'UNSAFE one-sided-order 90'],
  ['Order(address maker,Asset makeAsset', coin, sale, 'NO DATA'],
  ['Order(address maker,Asset makeAsset', coin, { ...sale, takeAsset: coins('0') }, 'UNSAFE one-sided-order 90'],
  ['Order(address maker,Asset makeAsset', coin, v1([[owner, 10_000n]]), 'NO DATA'],
  ['Order(address maker,Asset makeAsset', coin, v1([[thief, 10_000n]]), 'UNSAFE one-sided-order 90'],
  ['Order(address maker,Asset makeAsset', coin, v1([], [[thief, 10_000n]]), 'UNSAFE one-sided-order 90'],
  ['Order(address maker,Asset makeAsset', coin, v3(thief), 'UNSAFE one-sided-order 90'],
  ['Order(address maker,Asset makeAsset', coin, { ...sale, dataType: '0x12345678' }, 'NO DATA'],
  ['Order(address maker,Asset makeAsset', coin, { ...sale, makeAsset: asset('0x12345678', '0x') }, 'NO DATA'],
  ['Session(', coin, {}, 'SAFE'],
  ['Session(', coin, { delegate: thief }, 'WARNING unknown-right 60'],
  ['AddProposer(', coin, { delegateAddress: thief }, 'WARNING unknown-right 50'],
  ['RemoveProposer(', coin, { delegateAddress: thief }, 'SAFE'],
  ['Ballot(uint256 proposalId,bool', coin, {}, 'SAFE'],
  ['Mint721(', coin, {}, 'SAFE'],
  ['mint(address receiver', coin, { receiver: thief }, 'WARNING foreign-receiver 45'],
  ['LoanRequest(', coin, { collateralAddress: coin, underlyingAddress: partner }, 'SAFE'],
  ['feeApproval(', coin, {}, 'SAFE'],
  ['AddAddressBookEntry(', coin, {}, 'NO DATA'],
  ['AccountUpdate(', DEGATE, {}, 'NO DATA'],
  ['Withdrawal(address owner', DEGATE, {}, 'SAFE'],
  ['Withdrawal(address owner', DEGATE, { to: thief }, 'WARNING foreign-receiver 45'],
  ['Transfer(address owner', DEGATE, { to: thief }, 'WARNING foreign-receiver 45'],
  ['ChangeDelegatedExecutorsConfig(', LENS, { delegatedExecutors: [thief] }, 'WARNING unknown-right 60'],
  ['ChangeDelegatedExecutorsConfig(', LENS, { delegatedExecutors: [thief], approvals: [false] }, 'SAFE'],
  ['Post(', LENS, { actionModules: [], actionModulesInitDatas: [], referenceModule: ZERO }, 'SAFE'],
  ['Post(', LENS, {}, 'NO DATA'],
  ['Follow(', LENS, { datas: ['0x'] }, 'SAFE'],
  ['Follow(', LENS, { datas: ['0x12'] }, 'NO DATA'],
  ['Unfollow(', LENS, {}, 'SAFE'],
  ['Unfollow(', thief, {}, 'WARNING message-domain 60'],
  ['Transfer(uint256 fid', FARCASTER, {}, 'SAFE'],
  ['Transfer(uint256 fid', FARCASTER, { to: thief }, 'WARNING unknown-right 55'],
  ['TransferAndChangeRecovery(', FARCASTER, { recovery: thief }, 'WARNING unknown-right 55'],
  ['Add(address owner', FARCASTER, {}, 'NO DATA'],
]

const contracts = [VELORA, LENS, FARCASTER, DEGATE, coin, partner, nft]
const known = { intel: contracts.map((address) => trusted(address)), hasHistory: true }

test.each(cases)('%s… of %s with %o', (start, contract, message, expected) => {
  expect(verdict(judgedMessage(filled(start, contract, message), known))).toBe(expected)
})

describe('a call inside a message of an unknown type', () => {
  const approval = `0x095ea7b3${'0'.repeat(24)}${thief.slice(2)}${'f'.repeat(64)}`
  const call = (data: string, more = '', values: object = {}) =>
    typed(`Task(address from,Call[] calls)Call(address to,uint256 value,bytes data${more})`, partner, {
      from: owner,
      calls: [{ to: coin, value: '0', data, ...values }],
    })

  test('is a finding as the call itself', () => {
    expect(verdict(judgedMessage(call(approval), known))).toBe('WARNING unknown-grant 50')
    expect(verdict(judgedMessage(call(approval.replace(thief.slice(2), partner.slice(2))), known))).toBe('NO DATA')
  })

  test('may be a delegatecall', () => {
    const data = call('0x12345678', ',uint8 operation', { to: thief, operation: 1 })
    expect(verdict(judgedMessage(data, known))).toContain('foreign-delegatecall')
  })

  test('of the Vault Connector runs in the name of the signer', () => {
    const data = `0x${'ac9650d8'}${'0'.repeat(62)}20${'0'.repeat(64)}`
    expect(verdict(judgedMessage(filled('Permit(address signer', coin, { data, value: '0' }), known))).not.toBe(
      'NO DATA',
    )
  })
})
