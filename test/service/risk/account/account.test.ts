import { describe, expect, test } from 'vitest'
import { positionsIn } from '../../../../src/service/risk/account/positions.ts'
import { analyze } from '../../../../src/service/risk/analyze.ts'
import { effectRows } from '../../../../src/service/risk/effects/look-up.ts'
import { callData, word } from '../call-data.ts'
import { observation } from '../chain/observed.ts'
import { type Arguments, encodeCall } from '../effects/effect-call.ts'
import { array, bytes, call, tuple, value } from '../encoding.ts'
import {
  allow,
  block,
  intel,
  judged,
  other,
  type Situation,
  sender,
  stranger,
  token,
  transaction,
} from '../situation.ts'
import { coin, judgedMessage, owner, partner, permit, thief, typed, verdict } from '../typed-data/typed.ts'
import { safe, wrapInAll, wrapInMulticall, wrapInSafe } from '../wrapping.ts'

const contract = '0xc0de5b6c7d8e9fa0b1c2d3e4f5061728394a5bcd'
/** Named as all protocols whose rows are used here. */
const label = 'Maker, Aave, ERC-4337, Liquity, Compound and Lido'
const known = intel(contract, { kind: 'protocol', canonical: true, label })

/** A call of the first function whose row starts so, at a known contract. */
function calls(start: string, given: Arguments, more: Situation = {}): Situation {
  const [, row] = effectRows().find(([, each]) => each.call.startsWith(start)) ?? []
  if (!row) throw new Error(`no row starts with ${start}`)
  return { to: contract, data: encodeCall(row, given, token), ...more, intel: [known, ...(more.intel ?? [])] }
}

/** "address path": what nothing accounts for. */
const unaccounted = (situation: Situation) =>
  judged(situation).account.unaccounted.map(({ kind, address, value: number, path }) =>
    kind === 'address' ? `${address} ${path}` : `${kind} ${number} ${path}`,
  )

const isData = (situation: Situation) => judged(situation).coverage !== 'none'

describe('an address that a call relies on', () => {
  const exit = (address: string, more: Situation = {}) => calls('exitAll(', { daiJoin: address, pot: sender }, more)

  test('is unaccounted where no source knows it: the verdict is NO DATA', () => {
    expect(unaccounted(exit(other))).toEqual([`${other} exitAll.daiJoin`])
    expect(isData(exit(other))).toBe(false)
  })

  test.each<[string, Situation]>([
    ['it is own', exit(sender)],
    ['it is the called contract', exit(contract)],
    [
      'it is known as what its place asks for',
      exit(other, { intel: [intel(other, { as: ['market'], kind: 'protocol' })] }),
    ],
    ['it has an ALLOW entry', exit(other, { entries: [allow(other)] })],
    ['a BLOCK entry or a listing says more', exit(other, { entries: [block(other)] })],
    ['a source lists it', exit(other, { intel: [intel(other)] })],
    ['it is a number', exit(`0x${'0'.repeat(22)}${'9'.repeat(18)}`)],
  ])('is accounted for where %s', (_, situation) => {
    expect(unaccounted(situation)).toEqual([])
  })

  test('is no market as a token where the contract trusts it for the output: a token may accept any call', () => {
    const swap = (as: 'token' | 'market') => {
      const given = { clipperExchange: other, srcToken: token, dstToken: token }
      return unaccounted(
        calls('clipperSwap(address clipperExchange, address srcToken', given, {
          intel: [intel(other, { kind: 'protocol', as: [as] }), intel(token, { kind: 'token', as: ['token'] })],
        }),
      )
    }
    expect(swap('token')).toEqual([`${other} clipperSwap.clipperExchange`])
    expect(swap('market')).toEqual([])
  })

  test('sets the rate at which a call pays for what it names no minimum of', () => {
    const fill = (maker: string) =>
      unaccounted(
        calls(
          'fill(',
          { receiver: sender, 'params.order.maker': maker, 'params.order.receiver': stranger },
          {
            intel: [intel(token, { kind: 'token', as: ['token'] })],
          },
        ),
      )
    expect(fill(other)).toEqual([`${other} fill.params.order.maker`])
    expect(fill(sender)).toEqual([])
  })

  test('is not known by another word, or by a name tag', () => {
    for (const about of [{ as: ['payee'] }, { as: ['name'] }, {}] as const)
      expect(unaccounted(exit(other, { intel: [intel(other, { kind: 'protocol', ...about })] }))).toHaveLength(1)
  })

  test('is found in each wrapping', () => {
    const { data = '' } = exit(other)
    const inner = wrapInMulticall(data)
    expect(unaccounted({ to: contract, data: inner, intel: [known] })).toEqual([`${other} exitAll.daiJoin`])
    const outer = wrapInAll(contract, data)
    expect(unaccounted({ data: outer, intel: [known] })).toContain(`${other} exitAll.daiJoin`)
  })
})

describe('an address of a call', () => {
  test('that an effect uses is judged by the rule of the effect', () => {
    expect(unaccounted({ data: callData.transfer(stranger, 5n) })).toEqual([])
    expect(unaccounted({ data: callData.approve(stranger, 5n) })).toEqual([])
    expect(unaccounted(calls('claimRewards(address receiver', { receiver: stranger }))).toEqual([])
  })

  test('that is harmless by its row is accounted for', () => {
    expect(unaccounted(calls('claimAllRewardsToSelf(', {}))).toEqual([])
  })

  test('that a bundler is paid to is harmless', () => {
    expect(unaccounted({ data: wrapInAll(token, callData.transfer(other, 5n)) })).toEqual([])
  })

  test.each([
    ['revokeRole', `0xd547741f${word(0n)}${word(other)}`],
    ['removeOwner', `0xf8dc5dd9${word(stranger)}${word(other)}${word(2n)}`],
    ['swapOwner', `0xe318b52b${word(stranger)}${word(other)}${word(sender)}`],
    ['disableModule', `0xe009cfde${word(1n)}${word(other)}`],
  ])('that loses a right is harmless: %s', (_, data) => {
    expect(unaccounted({ to: safe, data: wrapInSafe(safe, 0n, data) })).toEqual([])
  })

  test('in bytes that no table reads is unaccounted', () => {
    const delegated = { to: token, data: call('0x5c19a95c', value(sender)) }
    expect(unaccounted(delegated)).toEqual([])
    const data = call('0xb88d4fde', value(sender), value(other), value(7), bytes(word(stranger)))
    expect(unaccounted({ data })).toEqual([`${stranger} safeTransferFrom.data`])
    const hash = call('0xb88d4fde', value(sender), value(other), value(7), bytes('ab'.repeat(32)))
    expect(unaccounted({ data: hash })).toEqual([])
  })
})

describe('a position', () => {
  const add = calls('addColl(', { troveId: '0x7a69' })
  const ownedBy = (account: string) => observation([], {}, { owners: new Map([[`${contract} 31337`, account]]) })

  test('is unaccounted by its number, unless a node says that it is own', () => {
    expect(unaccounted(add)).toEqual(['position 31337 addColl.troveId'])
    expect(isData(add)).toBe(false)
    expect(unaccounted({ ...add, chain: ownedBy(stranger) })).toHaveLength(1)
    expect(unaccounted({ ...add, chain: ownedBy(sender) })).toEqual([])
    expect(judged(add).explanation.unaccounted).toEqual([
      {
        kind: 'position',
        value: '31337',
        text: 'position 31337, troveId of addColl: its owner is not known',
        path: 'addColl.troveId',
      },
    ])
  })

  test('in a plan of Uniswap V4 is asked for and accounted for like any other', () => {
    const increase = tuple(value(31_337), value(10), value(1), value(1), bytes(''))
    const plan = tuple(bytes('00'), array(bytes(increase.digits)))
    const call4 = { to: contract, data: call('0xdd46508f', bytes(plan.digits), value(9)), intel: [known] }
    expect(unaccounted(call4)).toEqual(['position 31337 V4_ACTION.tokenId'])
    expect(unaccounted({ ...call4, chain: ownedBy(stranger) })).toHaveLength(1)
    expect(unaccounted({ ...call4, chain: ownedBy(sender) })).toEqual([])
    expect(positionsIn(analyze(transaction(call4)))).toEqual([{ contract, id: 31_337n }])
  })

  describe('of Fluid', () => {
    const factory = '0x324c5dc1fc42c7a4d43d92df1eba58a54d13bf2d'
    const operate = (nftId: string, more: Situation = {}) =>
      calls(
        'operate(uint256 nftId, int256 newCol, int256 newDebt, address to)',
        { nftId, newCol: '5', to: sender },
        more,
      )
    const owned = (account: string) => observation([], {}, { owners: new Map([[`${factory} 7`, account]]) })

    test('is owned at the factory of the vaults', () => {
      for (const more of [{}, { entries: [allow(contract)] }, { chain: owned(stranger) }])
        expect(unaccounted(operate('7', more))).toEqual(['position 7 operate.nftId'])
      expect(unaccounted(operate('7', { chain: owned(sender) }))).toEqual([])
    })

    test('is a new one of the caller by the number zero', () => {
      expect(unaccounted(operate('0'))).toEqual([])
    })
  })
})

test('a stream that its sender gives up is not in the call: the verdict is NO DATA, also at an allowed contract', () => {
  const renounce = calls('renounce(uint256 streamId', { streamId: '7' }, { entries: [allow(contract)] })
  expect(isData(renounce)).toBe(false)
  expect(judged(renounce).explanation.missing.map(({ code }) => code)).toContain('content-elsewhere')
})

describe('a swap that a minimum bounds', () => {
  const hop = '0xb001c2d3e4f5061728394a5b6c7d8e9fa0b1c2d3'
  const [USDC, USDT] = ['0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', '0xdac17f958d2ee523a2206206994597c13d831ec7']
  const asset = intel(USDT, { kind: 'token', canonical: true })
  const swap = (least: number, to = sender, out = USDT, given = USDC): Situation => {
    const path = array(value(given), value(hop), value(out))
    const data = call('0x38ed1739', value(5_000), value(least), path, value(to), value(9))
    return { to: contract, data, intel: [known, asset] }
  }

  test('accounts for its hops and for what is given', () => {
    expect(unaccounted(swap(4_900))).toEqual([])
  })

  test.each([
    ['without a minimum', swap(0)],
    ['for another receiver', swap(4_900, stranger)],
    ['of an asset whose worth is not known', swap(4_900, sender, USDT, other)],
    ['for an asset that nobody knows', swap(4_900, sender, '0x1badc0ffee0f5061728394a5b6c7d8e9fa0b1c2d')],
  ])('and does not %s', (_, situation) => {
    expect([...unaccounted(situation), ...judged(situation).findings]).not.toEqual([])
  })
})

describe('native value', () => {
  const faults = (situation: Situation) =>
    judged(situation).findings.flatMap(({ rule, points }) => (rule === 'unaccepted-value' ? points : []))

  test('that a function refuses, or that is beside another asset, is a finding', () => {
    expect(faults({ data: callData.approve(other, 5n), value: 1n })).toEqual([75])
    expect(faults(calls('cooldownAssets(', {}, { value: 1n }))).toEqual([50])
  })

  test('that nothing takes is unaccounted, and in the first line', () => {
    const claim = calls('claimAllRewardsToSelf(', {}, { value: 7n })
    expect(unaccounted(claim)).toEqual(['value 7 claimAllRewardsToSelf.value'])
    expect(isData(claim)).toBe(false)
  })

  test('that is a price is accounted for, and so is what stays with an own account', () => {
    expect(unaccounted(calls('addStake(', {}, { value: 7n }))).toEqual([])
    const paid = wrapInSafe(other, 0n, '0x')
    expect(unaccounted({ to: safe, data: paid, value: 7n })).toEqual([])
  })

  test('of a multicall is taken once', () => {
    const data = wrapInMulticall('0xd0e30db0')
    expect(unaccounted({ to: contract, data, value: 7n, intel: [known] })).toEqual([])
    expect(unaccounted({ to: contract, data: wrapInMulticall(), value: 7n, intel: [known] })).toEqual([
      'value 7 multicall.value',
    ])
  })
})

describe('the members of a message', () => {
  test('that its actions use are accounted for, and others are not', () => {
    expect(judgedMessage(permit()).account.unaccounted).toEqual([])
    const text =
      'OtcOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,address maker,address taker,address txOrigin,uint256 expiryAndNonce)'
    const ZERO_EX = '0xdef1c0ded9bec7f1a1670819833240f027b25eff'
    const members = {
      makerToken: coin,
      takerToken: token,
      makerAmount: '5',
      takerAmount: '5',
      maker: owner,
      taker: thief,
    }
    const order = typed(text, ZERO_EX, { ...members, txOrigin: thief, expiryAndNonce: '1' }, { name: 'ZeroEx' })
    expect(judgedMessage(order).account.unaccounted.filter(({ kind }) => kind === 'address')).toEqual([])
  })

  test('of an unknown type are third parties, but for the known ones', () => {
    const data = typed('Whatever(address a,address b,address c)', coin, { a: thief, b: owner, c: partner })
    const [unread] = judgedMessage(data, { intel: [intel(partner, { kind: 'protocol', as: ['callee'] })] }).account
      .unread
    expect(unread?.thirdParties).toEqual([thief])
    expect(verdict(judgedMessage(data))).toBe('NO DATA')
  })
})

describe('a call that is not read', () => {
  const thirdParties = (data: string, more: Situation = {}) =>
    judged({ to: other, data, ...more }).account.unread.flatMap((unread) => unread.thirdParties)

  test('has one or several third parties, beside own accounts and the called contract', () => {
    expect(thirdParties(call('0xdeadbeef', value(stranger), value(sender), value(other)))).toEqual([stranger])
    expect(thirdParties(call('0xdeadbeef', tuple(value(stranger), value(token))))).toEqual([stranger, token])
    expect(thirdParties(call('0xdeadbeef', bytes(stranger.slice(2))))).toEqual([stranger])
    expect(thirdParties(call('0xdeadbeef', value(7), value('ab'.repeat(32)), value(9)))).toEqual([])
  })

  test('does not count what is known on another chain, which makes nothing SAFE', () => {
    const elsewhere = [intel(stranger, { chainIds: ['10'], as: ['token'] })]
    const data = call('0xdeadbeef', value(stranger), value(token))
    expect(thirdParties(data, { elsewhere })).toEqual([token])
    expect(isData({ to: other, data, elsewhere, entries: [allow(other), allow(token)] })).toBe(false)
    expect(unaccounted(calls('exitAll(', { daiJoin: stranger, pot: sender }, { elsewhere }))).toHaveLength(1)
  })

  test('counts the words of a constructor, and not its code', () => {
    const code = `0x6080${'60'.repeat(40)}a264697066735822${'12'.repeat(34)}64736f6c63430008190033`
    expect(judged({ to: undefined, data: `${code}${word(stranger)}` }).account.unread[0]?.thirdParties).toEqual([
      stranger,
    ])
    expect(judged({ to: undefined, data: `0x6080${word(stranger)}` }).account.unread[0]?.thirdParties).toEqual([])
  })
})
